import type { ReactNode } from 'react'
import { PageHead } from '#app/session/page-head.tsx'
import styles from './sign-page.module.css'

/** Heading, a sentence and the actions: the one layout of the signing pages. */
export function SignPage(props: {
  title: string
  heading?: string
  text?: string
  children?: ReactNode
  isBusy?: boolean
}) {
  return (
    <section className={styles.page} aria-busy={props.isBusy ?? false}>
      <PageHead title={props.title} />
      <h1 className={styles.heading}>{props.heading ?? props.title}</h1>
      {props.text && <p className={styles.text}>{props.text}</p>}
      {props.children && <div className={styles.body}>{props.children}</div>}
    </section>
  )
}
