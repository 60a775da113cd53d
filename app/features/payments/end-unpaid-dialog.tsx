import { useMutation } from '#app/session/use-mutation.ts'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { useTranslation } from '#app/session/words.tsx'
import { endUnpaidPlan } from './payments-data.ts'
import { useRecord } from './use-record.ts'

/**
 * Ends a plan that could not be charged, immediately: the alternatives are another card, or waiting for the next try.
 */
export default function EndUnpaidDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('cancelling')
  const record = useRecord()
  const { send, isPending, problem } = useMutation({ isInline: true, revalidates: true })
  const end = async () => {
    const isOver = await send(
      async (call) => {
        await endUnpaidPlan(call)
        record('PLAN_CANCEL')
      },
      { done: { message: t('cancelling.unpaid.done'), duration: 6_000 } },
    )
    if (isOver) onClose()
  }
  return (
    <ConfirmDialog
      title={t('cancelling.unpaid.title')}
      text={t('cancelling.unpaid.text')}
      action={t('cancelling.unpaid.action')}
      cancelLabel={t('cancelling.unpaid.keep')}
      closeLabel={t('site.close')}
      isBusy={isPending}
      problem={problem}
      onConfirm={() => void end()}
      onClose={onClose}
    />
  )
}
