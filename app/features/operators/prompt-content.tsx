import { Link } from 'react-router'
import type { PromptForm } from '#shared/prompts-form.ts'
import { RelativeTime } from '#app/ui/relative-time.tsx'
import { useQueuesWords } from './queues-words.ts'
import styles from './console.module.css'

/** Who wrote a prompt, and when this state of it was kept. */
export function PromptAuthor(props: { author: string; authorId: string; at: string }) {
  const { t, language } = useQueuesWords()
  return (
    <p className={styles.facts}>
      <Link to={`/${language}/admin/member/${props.authorId}`} dir="auto">
        {t('queues.reviews.by', { name: props.author })}
      </Link>
      <RelativeTime iso={props.at} language={language} />
    </p>
  )
}

/** What a prompt says, to be read as a whole. */
export function PromptContent(props: {
  content: PromptForm
  labels: Record<'description' | 'prompt' | 'sample', string>
}) {
  const { content, labels } = props
  const fields = [
    [labels.description, content.description],
    [labels.prompt, content.prompt],
    [labels.sample, content.sample_result],
  ]
  return (
    <div className={styles.card}>
      {fields
        .filter(([, text]) => text)
        .map(([name, text]) => (
          <section key={name} className={styles.field}>
            <h3>{name}</h3>
            <p className={styles.text} lang={content.language} dir="auto">
              {text}
            </p>
          </section>
        ))}
    </div>
  )
}
