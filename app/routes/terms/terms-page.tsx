import { PageHead } from '#app/session/page-head.tsx'
import styles from './terms-page.module.css'
import type { TermsDocument } from './terms.server.ts'

/** A long text to read: contents first, every section with its own anchor. */
export function TermsPage({ terms, path }: { terms: TermsDocument; path: string }) {
  return (
    <article className={styles.page}>
      <PageHead title={terms.title} description={terms.description} path={path} />
      <h1>{terms.title}</h1>
      <p className={styles.updated}>{terms.updated}</p>
      <ol className={styles.contents}>
        {terms.sections.map((section) => (
          <li key={section.id}>
            <a href={`#${section.id}`}>{section.title}</a>
          </li>
        ))}
      </ol>
      {terms.sections.map((section) => (
        <section key={section.id} id={section.id} className={styles.section}>
          <h2>{section.title}</h2>
          {section.text.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
    </article>
  )
}
