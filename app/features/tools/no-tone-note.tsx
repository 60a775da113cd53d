import { Link } from 'react-router'
import { isPaidPlan } from '#shared/payments.ts'
import { useUsage } from '#app/session/live-usage.tsx'
import { useToolWords } from './tool-words.ts'
import styles from './tool-form.module.css'

/** How to get a tone of one's own, where it was chosen and there is none (C07): by learning it, or first by a plan that has it (T16). */
export default function NoToneNote() {
  const { t, language } = useToolWords()
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
