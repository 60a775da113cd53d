import { useMutation } from '#app/session/use-mutation.ts'
import { useTranslation } from '#app/session/words.tsx'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'

/** Asks before a sign-out deletes texts that only this browser has. */
export default function SignOutQuestion(props: {
  count: number
  onConfirm: () => Promise<void>
  onClose: () => void
}) {
  const { t } = useTranslation('offline')
  const { send, isPending } = useMutation()
  return (
    <ConfirmDialog
      title={t('offline.signOut.title')}
      text={t('offline.signOut.text', { count: props.count })}
      action={t('offline.signOut.leave')}
      cancelLabel={t('offline.signOut.stay')}
      closeLabel={t('site.close')}
      isBusy={isPending}
      onConfirm={() => void send(props.onConfirm)}
      onClose={props.onClose}
    />
  )
}
