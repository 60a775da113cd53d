import { BusinessDetails } from '#app/session/business-details.tsx'
import { PageHead } from '#app/session/page-head.tsx'
import styles from './terms-page.module.css'
import type { CardList } from './processors.server.ts'
import type { TermsDocument } from './terms.server.ts'

/** A long text to read: contents first, every section with its own anchor. */
export function TermsPage({ terms, path }: { terms: TermsDocument; path: string }) {
  return (
    <article className={styles.page}>
      <PageHead title={terms.title} description={terms.description} path={path} />
      <h1>{terms.title}</h1>
      <p className="u-quiet u-mt2">{terms.updated}</p>
      <ol className={styles.contents}>
        {terms.sections.map((section) => (
          <li key={section.id}>
            <a href={`#${section.id}`}>{section.title}</a>
          </li>
        ))}
        <li>
          <a href="#business">{terms.businessTitle}</a>
        </li>
      </ol>
      {terms.sections.map((section) => (
        <section key={section.id} id={section.id} className={styles.section}>
          <h2>{section.title}</h2>
          {section.text.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {section.list && <Cards list={section.list} />}
        </section>
      ))}
      <section id="business" className={styles.section}>
        <h2>{terms.businessTitle}</h2>
        <BusinessDetails />
      </section>
    </article>
  )
}

/** Cards for companies: readable on a phone too, unlike a table of seven columns. */
function Cards({ list }: { list: CardList }) {
  if (list.cards.length === 0) return <p>{list.none}</p>
  return (
    <ul className={styles.cards}>
      {list.cards.map(({ name, lines }) => (
        <li key={name} className={styles.card}>
          <h3>{name}</h3>
          <dl>
            {lines.map(({ label, text, href }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{href ? <a href={href}>{text}</a> : text}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}
