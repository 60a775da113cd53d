import { AppError } from '#shared/errors.ts'
import { useMutation } from '#app/session/use-mutation.ts'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { deleteTone } from './tones-data.ts'
import { useTranslation } from '#app/session/words.tsx'

/** Asks for a confirmation: the tone cost tokens and cannot be restored. */
export default function DeleteToneDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('learned', 'writing')
  const { send, isPending, problem } = useMutation({
    isInline: true,
    revalidates: true,
    explain: () => t('learned.delete.failed'),
  })
  const remove = async () => {
    const isOver = await send(
      async ({ supabase, uuid }) => {
        if (!(await deleteTone(await supabase(), uuid))) throw new AppError('not_found')
      },
      { done: t('learned.delete.done') },
    )
    if (isOver) onClose()
  }
  return (
    <ConfirmDialog
      title={t('learned.delete.title')}
      text={t('learned.delete.text')}
      action={t('learned.delete.action')}
      cancelLabel={t('learned.delete.cancel')}
      closeLabel={t('site.close')}
      isBusy={isPending}
      problem={problem}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  )
}
