import type { Call } from '#app/session/use-mutation.ts'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import type { Toast } from '#app/ui/toast.tsx'
import { useTranslation } from '#app/session/words.tsx'
import { useOperatorMutation } from './use-operator-mutation.ts'

/** Asks for a confirmation before a decision that cannot be undone, then sends it. */
export default function ActConfirmDialog(props: {
  title: string
  text: string
  action: string
  /** Told after a success. */
  done?: string | Toast
  send: (call: Call) => Promise<unknown>
  onDone?: () => void
  onClose: () => void
}) {
  const { t } = useTranslation('operators')
  const { send, isPending } = useOperatorMutation()
  const confirm = async () => {
    if (!(await send(props.send, props.done ? { done: props.done } : {}))) return
    props.onClose()
    props.onDone?.()
  }
  return (
    <ConfirmDialog
      title={props.title}
      text={props.text}
      action={props.action}
      cancelLabel={t('operators.cancel')}
      closeLabel={t('site.close')}
      isBusy={isPending}
      onConfirm={() => void confirm()}
      onClose={props.onClose}
    />
  )
}
