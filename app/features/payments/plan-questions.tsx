import { plans, renewalRetryDays, withdrawalDays } from '#shared/payments.ts'
import { usePricingWords } from './pricing-words.ts'
import styles from './plan-questions.module.css'

const questions = ['renewal', 'cancel', 'refund', 'rollover', 'more', 'change', 'team', 'failed'] as const

/** What people ask before they pay. The numbers are those of the code. */
export function PlanQuestions() {
  const { t, language } = usePricingWords()
  const days = renewalRetryDays.map(String)
  const values = {
    days: withdrawalDays,
    seats: plans.team.seats,
    retries: language === 'en' ? `${days.slice(0, -1).join(', ')} and ${days.at(-1)}` : days.join(', '),
  }
  return (
    <section className={styles.section}>
      <h2>{t('pricing.faq.title')}</h2>
      {questions.map((name) => (
        <details key={name} className={styles.question}>
          <summary>{t(`pricing.faq.${name}.q`)}</summary>
          <p>{t(`pricing.faq.${name}.a`, values)}</p>
        </details>
      ))}
    </section>
  )
}
