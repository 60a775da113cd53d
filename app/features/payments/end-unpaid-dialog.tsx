import { useRevalidator } from 'react-router'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { showToast } from '#app/ui/toast.tsx'
import { useCancellingWords } from './cancelling-words.ts'
import { endUnpaidPlan } from './payments-data.ts'
import { useAsking } from './use-asking.ts'
import { useRecord } from './use-record.ts'

/**
 * Ends a plan that could not be charged, immediately: the alternatives are another card, or waiting for the next try.
 */
export default function EndUnpaidDialog({ onClose }: { onClose: () => void }) {
  const { t } = useCancellingWords()
  const { revalidate } = useRevalidator()
  const record = useRecord()
  const { apiContext, isBusy, problem, run } = useAsking(t('errors.try_again'))
  const end = () =>
    run(async () => {
      await endUnpaidPlan(apiContext)
      record('PLAN_CANCEL')
      await revalidate()
      showToast({ message: t('cancelling.unpaid.done'), duration: 6_000 })
      onClose()
    })
  return (
    <ConfirmDialog
      title={t('cancelling.unpaid.title')}
      text={t('cancelling.unpaid.text')}
      action={t('cancelling.unpaid.action')}
      cancelLabel={t('cancelling.unpaid.keep')}
      closeLabel={t('site.close')}
      isBusy={isBusy}
      problem={problem?.text ?? null}
      onConfirm={() => void end()}
      onClose={onClose}
    />
  )
}
