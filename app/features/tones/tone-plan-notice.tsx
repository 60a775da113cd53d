import { LinkButton } from '#app/ui/link-button.tsx'
import { useTranslation } from '#app/session/words.tsx'
import textStyles from '#app/ui/text.module.css'
import layout from '#app/ui/layout.module.css'
import styles from './tone-page.module.css'

/** Why there is no form to fill in (T16). */
export default function TonePlanNotice() {
  const { t, language } = useTranslation('learned', 'writing')
  return (
    <section id="tone-plan-notice" className={`${layout.card} ${styles.card}`}>
      <h2 className={textStyles.title4}>{t('learned.plan.title')}</h2>
      <p className={layout.mt2}>{t('learned.plan.text')}</p>
      <div className={`${layout.middleRow} ${layout.mt5}`}>
        <LinkButton to={`/${language}/price`} variant="filled">
          {t('tools.plans')}
        </LinkButton>
      </div>
    </section>
  )
}
