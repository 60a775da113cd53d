import styles from './questions.module.css'

/** Questions that open to their answers. Each entry is a question and its answer. */
export function Questions({
  title,
  entries,
}: {
  title: string
  entries: readonly (readonly [string, string])[]
}) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      {entries.map(([question, answer]) => (
        <details key={question} className={styles.question}>
          <summary>{question}</summary>
          <p>{answer}</p>
        </details>
      ))}
    </section>
  )
}
