import { plans, renewalRetryDays, withdrawalDays } from '#shared/payments.ts'
import { Questions } from '#app/ui/questions.tsx'
import { useTranslation } from '#app/session/words.tsx'

const questions = ['renewal', 'cancel', 'refund', 'rollover', 'more', 'change', 'team', 'failed'] as const

/** Frequent questions before a payment. The numbers come from the code. */
export function PlanQuestions() {
  const { t, language } = useTranslation('payments', 'pricing')
  const days = renewalRetryDays.map(String)
  const values = {
    days: withdrawalDays,
    seats: plans.team.seats,
    retries: language === 'en' ? `${days.slice(0, -1).join(', ')} and ${days.at(-1)}` : days.join(', '),
  }
  const entries = questions.map(
    (name) => [t(`pricing.faq.${name}.q`), t(`pricing.faq.${name}.a`, values)] as const,
  )
  return <Questions title={t('pricing.faq.title')} entries={entries} />
}
