import type { ReactNode } from 'react'
import { PageHead } from '#app/session/page-head.tsx'
import textStyles from '#app/ui/text.module.css'
import layout from '#app/ui/layout.module.css'

/** Heading, a sentence and the actions: the one layout of the signing pages. */
export function SignPage(props: {
  title: string
  heading?: string
  text?: string
  children?: ReactNode
  isBusy?: boolean
}) {
  return (
    <section className={layout.mt5} aria-busy={props.isBusy ?? false}>
      <PageHead title={props.title} />
      <h1 className={textStyles.title2}>{props.heading ?? props.title}</h1>
      {props.text && <p className={`${textStyles.muted} ${layout.mt2}`}>{props.text}</p>}
      {props.children && <div className={`${layout.stack3} ${layout.mt5}`}>{props.children}</div>}
    </section>
  )
}
