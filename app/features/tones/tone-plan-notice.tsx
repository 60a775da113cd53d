import { LinkButton } from '#app/ui/link-button.tsx'
import { useTranslation } from '#app/session/words.tsx'
import styles from './tone-page.module.css'

/** Why there is no form to fill in (T16). */
export default function TonePlanNotice() {
  const { t, language } = useTranslation('learned', 'writing')
  return (
    <section id="tone-plan-notice" className={styles.card}>
      <h2 className={styles.heading}>{t('learned.plan.title')}</h2>
      <p className={styles.text}>{t('learned.plan.text')}</p>
      <div className={styles.actions}>
        <LinkButton to={`/${language}/price`} variant="filled">
          {t('tools.plans')}
        </LinkButton>
      </div>
    </section>
  )
}
