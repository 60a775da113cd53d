import { useRevalidator } from 'react-router'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { showToast } from '#app/ui/toast.tsx'
import { useCancellingWords } from './cancelling-words.ts'
import { removeCard } from './payments-data.ts'
import { useAsking } from './use-asking.ts'

/** Removes the stored card of a cancelled plan. */
export default function RemoveCardDialog({ onClose }: { onClose: () => void }) {
  const { t } = useCancellingWords()
  const { revalidate } = useRevalidator()
  const { apiContext, isBusy, problem, run } = useAsking(t('errors.try_again'))
  const remove = () =>
    run(async () => {
      await removeCard(apiContext)
      await revalidate()
      showToast({ message: t('cancelling.card.done') })
      onClose()
    })
  return (
    <ConfirmDialog
      title={t('cancelling.card.title')}
      text={t('cancelling.card.text')}
      action={t('cancelling.card.action')}
      cancelLabel={t('cancelling.card.keep')}
      closeLabel={t('site.close')}
      isBusy={isBusy}
      problem={problem?.text ?? null}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  )
}
