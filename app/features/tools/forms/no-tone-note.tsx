import { Link } from 'react-router'
import { isPaidPlan } from '#shared/payments.ts'
import { useUsage } from '#app/session/live-usage.tsx'
import { useTranslation } from '#app/session/words.tsx'
import styles from './tool-form.module.css'

/**
 * How to get a personal tone, for a member who chose it but has none (C07): by learning one, or first by a plan that
 * includes it (T16).
 */
export default function NoToneNote() {
  const { t, language } = useTranslation('forms')
  const isPaid = isPaidPlan(useUsage()?.plan)
  return (
    <p className={styles.toneNote} role="status">
      {t(isPaid ? 'forms.tone.none' : 'forms.tone.needsPlan')}{' '}
      <Link to={`/${language}${isPaid ? '/my/tone' : '/price'}`}>
        {t(isPaid ? 'forms.tone.learn' : 'forms.tone.plans')}
      </Link>
    </p>
  )
}
