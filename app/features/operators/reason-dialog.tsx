import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import { countCharacters } from '#shared/characters.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextAreaField } from '#app/ui/fields.tsx'
import { focusFirstError, Form } from '#app/ui/form.tsx'
import { useOperatorsWords } from './operators-words.ts'
import styles from './console.module.css'

/** Asks for the reason of an act before it is done. What was typed stays until it is. */
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
  const id = useId()
  const length = countCharacters(reason.trim())
  const problem =
    length === 0
      ? t('errors.field.required')
      : length > props.limit
        ? t('errors.field.too_long', { count: props.limit })
        : undefined
  const submit = (form: HTMLFormElement) => {
    setIsShown(true)
    if (problem) return focusFirstError(form)
    props.onSubmit(reason.trim())
  }
  return (
    <Dialog
      isOpen
      title={props.title}
      closeLabel={t('site.close')}
      onClose={props.onClose}
      actions={
        <>
          <Button variant="default" onClick={props.onClose}>
            {t('operators.cancel')}
          </Button>
          <Button type="submit" form={id} variant="filled" loading={props.isBusy}>
            {props.action}
          </Button>
        </>
      }
    >
      <p>{props.text}</p>
      <Form id={id} className={styles.dialogForm} isBusy={props.isBusy} onSubmit={submit} label={props.title}>
        <TextAreaField
          name="reason"
          label={props.label}
          isRequired
          rows={4}
          limit={props.limit}
          value={reason}
          error={isShown ? problem : undefined}
          onChange={setReason}
        />
      </Form>
    </Dialog>
  )
}
