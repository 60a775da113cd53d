import { Link } from 'react-router'
import type { PromptForm } from '#shared/prompts-form.ts'
import { RelativeTime } from '#app/ui/relative-time.tsx'
import { useTranslation } from '#app/session/words.tsx'
import styles from './operators-item.module.css'

/** The author of a prompt, and when this version was saved. */
export function PromptAuthor(props: { author: string; authorId: string; at: string }) {
  const { t, language } = useTranslation('operators', 'prompts', 'reports', 'reviews')
  return (
    <p className="u-facts">
      <Link to={`/${language}/admin/member/${props.authorId}`} dir="auto">
        {t('reviews.list.by', { name: props.author })}
      </Link>
      <RelativeTime iso={props.at} language={language} />
    </p>
  )
}

/** The whole content of a prompt. @param props.facts its category and the like, when they are reviewed too */
export function PromptContent({ content, facts }: { content: PromptForm; facts?: string }) {
  const { t } = useTranslation('operators', 'prompts', 'reports', 'reviews')
  const fields = [
    [t('reviews.field.facts'), facts],
    [t('reviews.field.description'), content.description],
    [t('reviews.field.prompt'), content.prompt],
    [t('reviews.field.sample'), content.sample_result],
  ]
  return (
    <div className={`u-card ${styles.card}`}>
      {fields
        .filter(([, text]) => text)
        .map(([name, text]) => (
          <section key={name} className={styles.field}>
            <h3>{name}</h3>
            <p className={styles.text} lang={text === facts ? undefined : content.language} dir="auto">
              {text}
            </p>
          </section>
        ))}
    </div>
  )
}
