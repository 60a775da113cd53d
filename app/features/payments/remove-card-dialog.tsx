import { useMutation } from '#app/session/use-mutation.ts'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { useTranslation } from '#app/session/words.tsx'
import { removeCard } from './payments-data.ts'

/** Removes the stored card of a cancelled plan. */
export default function RemoveCardDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('cancelling')
  const { send, isPending, problem } = useMutation({ isInline: true, revalidates: true })
  const remove = async () => {
    if (await send(removeCard, { done: t('cancelling.card.done') })) onClose()
  }
  return (
    <ConfirmDialog
      title={t('cancelling.card.title')}
      text={t('cancelling.card.text')}
      action={t('cancelling.card.action')}
      cancelLabel={t('cancelling.card.keep')}
      closeLabel={t('site.close')}
      isBusy={isPending}
      problem={problem}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  )
}
