import type { MouseEvent } from 'react'
import type { Language } from '#shared/language.ts'
import styles from './language-switch.module.css'

/**
 * Leads to the same page in the other language, query and hash included. It loads a new document, because messages are
 * loaded once per document.
 * @param props.href path and query in the other language; the hash is only known in the browser and is added there
 * @param props.onChoose called before leaving, to remember the choice
 */
export function LanguageSwitch(props: {
  to: Language
  href: string
  text: string
  label: string
  onChoose: (language: Language) => void
}) {
  function choose(event: MouseEvent<HTMLAnchorElement>) {
    props.onChoose(props.to)
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    window.location.assign(props.href + window.location.hash)
  }

  return (
    <a
      className={styles.link}
      href={props.href}
      hrefLang={props.to}
      lang={props.to}
      title={props.label}
      onClick={choose}
    >
      {props.text}
    </a>
  )
}
