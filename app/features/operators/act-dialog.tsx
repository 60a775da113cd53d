import { Button } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import { Dialog } from '#app/ui/dialog.tsx'
import { Form } from '#app/ui/form.tsx'
import { useOperatorsWords } from './operators-words.ts'

/** Asks for the inputs of an operator's action: fields above a button that performs it. */
export function ActDialog(props: {
  title: string
  text: string
  action: string
  isBusy: boolean
  onSubmit: (form: HTMLFormElement) => void
  onClose: () => void
  children: ReactNode
}) {
  const { t } = useOperatorsWords()
  const id = useId()
  return (
    <Dialog
      isOpen
      title={props.title}
      closeLabel={t('site.close')}
      onClose={props.onClose}
      actions={
        <>
          <Button variant="subtle" onClick={props.onClose}>
            {t('operators.cancel')}
          </Button>
          <Button type="submit" form={id} loading={props.isBusy}>
            {props.action}
          </Button>
        </>
      }
    >
      <p>{props.text}</p>
      <Form id={id} isBusy={props.isBusy} label={props.title} onSubmit={props.onSubmit}>
        {props.children}
      </Form>
    </Dialog>
  )
}
