import { checked, checkText, useForm } from '#app/session/use-form.ts'
import type { Call } from '#app/session/use-mutation.ts'
import { TextAreaField } from '#app/ui/fields.tsx'
import { DecisionForm } from './decision-form.tsx'
import { useOperatorMutation } from './use-operator-mutation.ts'

/** Asks for the reason of a decision, then sends it. The input stays until that succeeds. */
export default function ReasonDialog(props: {
  title: string
  text: string
  label: string
  limit: number
  action: string
  /** Told after a success. */
  done: string
  send: (call: Call, reason: string) => Promise<unknown>
  onDone?: () => void
  onClose: () => void
}) {
  const { send, isPending } = useOperatorMutation()
  const { field, submit } = useForm({ reason: '' }, ({ reason }) =>
    checked({ reason: checkText(reason, props.limit) }, () => reason.trim()),
  )
  const decide = async (reason: string) => {
    if (!(await send((call) => props.send(call, reason), { done: props.done }))) return
    props.onClose()
    props.onDone?.()
  }
  return (
    <DecisionForm
      title={props.title}
      lead={props.text}
      action={props.action}
      isPending={isPending}
      onSubmit={submit(decide)}
      onClose={props.onClose}
    >
      <TextAreaField {...field('reason')} label={props.label} isRequired rows={4} limit={props.limit} />
    </DecisionForm>
  )
}
