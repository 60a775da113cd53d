import type { ReactNode } from 'react'
import { PageHead } from '#app/session/page-head.tsx'

/** Heading, a sentence and the actions: the one layout of the signing pages. */
export function SignPage(props: {
  title: string
  heading?: string
  text?: string
  children?: ReactNode
  isBusy?: boolean
}) {
  return (
    <section className="u-mt5" aria-busy={props.isBusy ?? false}>
      <PageHead title={props.title} />
      <h1 className="u-title2">{props.heading ?? props.title}</h1>
      {props.text && <p className="u-muted u-mt2">{props.text}</p>}
      {props.children && <div className="u-stack3 u-mt5">{props.children}</div>}
    </section>
  )
}
