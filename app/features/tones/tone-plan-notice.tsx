import { LinkButton } from '#app/ui/link-button.tsx'
import { useTranslation } from '#app/session/words.tsx'
import styles from './tone-page.module.css'

/** Why there is no form to fill in (T16). */
export default function TonePlanNotice() {
  const { t, language } = useTranslation('learned', 'writing')
  return (
    <section id="tone-plan-notice" className={`u-card ${styles.card}`}>
      <h2 className="u-title4">{t('learned.plan.title')}</h2>
      <p className="u-mt2">{t('learned.plan.text')}</p>
      <div className="u-middle-row u-mt5">
        <LinkButton to={`/${language}/price`} variant="filled">
          {t('tools.plans')}
        </LinkButton>
      </div>
    </section>
  )
}
