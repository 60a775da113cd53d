import type { Start } from './home-starts.server.ts'
import { StartCards } from './home-starts.tsx'
import { useTranslation } from '#app/session/words.tsx'
import styles from './home-sections.module.css'

const steps = ['one', 'two', 'three'] as const

/** The top of the home page for a member without a text: three steps, and cards to begin with. */
export function HomeFirst({
  starts,
  tokens,
  count,
}: {
  starts: readonly Start[]
  tokens: number
  count: number
}) {
  const { t } = useTranslation('home')
  return (
    <section className={styles.first}>
      <h1>{t('home.first.title')}</h1>
      {count > 0 && <p className={styles.text}>{t('home.first.lead', { tokens, count })}</p>}
      <ol className={styles.firstSteps} aria-label={t('home.first.label')}>
        {steps.map((step) => (
          <li key={step}>{t(`home.first.${step}`)}</li>
        ))}
      </ol>
      <StartCards starts={starts} />
    </section>
  )
}
