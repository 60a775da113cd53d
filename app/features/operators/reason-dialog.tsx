import { useState } from 'react'
import { findTextProblem } from '#shared/characters.ts'
import { TextAreaField } from '#app/ui/fields.tsx'
import { focusFirstError } from '#app/ui/form.tsx'
import { ActDialog } from './act-dialog.tsx'
import { useOperatorsWords } from './operators-words.ts'

/** Asks for the reason of an action first. The input stays until the action succeeds. */
export default function ReasonDialog(props: {
  title: string
  text: string
  label: string
  limit: number
  action: string
  isBusy: boolean
  onSubmit: (reason: string) => void
  onClose: () => void
}) {
  const { t } = useOperatorsWords()
  const [reason, setReason] = useState('')
  const [isShown, setIsShown] = useState(false)
  const problem = findTextProblem(reason, props.limit)
  const submit = (form: HTMLFormElement) => {
    setIsShown(true)
    if (problem) return focusFirstError(form)
    props.onSubmit(reason.trim())
  }
  return (
    <ActDialog
      title={props.title}
      text={props.text}
      action={props.action}
      isBusy={props.isBusy}
      onSubmit={submit}
      onClose={props.onClose}
    >
      <TextAreaField
        name="reason"
        label={props.label}
        isRequired
        rows={4}
        limit={props.limit}
        value={reason}
        error={isShown && problem ? t(`errors.field.${problem}`, { count: props.limit }) : undefined}
        onChange={setReason}
      />
    </ActDialog>
  )
}
