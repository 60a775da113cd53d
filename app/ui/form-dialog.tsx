import { Button } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { Form } from './form.tsx'

/** A dialog with a form: fields above the button that sends them, and the error of sending. */
export function FormDialog(props: {
  title: string
  /** What stands above the form. */
  lead?: ReactNode
  action: string
  /** Without one the dialog is only closed. */
  cancelLabel?: string
  closeLabel: string
  isPending?: boolean
  isDisabled?: boolean
  problem?: ReactNode
  onSubmit: (form: HTMLFormElement) => unknown
  onClose: () => void
  children: ReactNode
}) {
  const id = useId()
  const { isPending = false } = props
  return (
    <Dialog
      isOpen
      title={props.title}
      closeLabel={props.closeLabel}
      onClose={props.onClose}
      actions={
        <>
          {props.cancelLabel && (
            <Button variant="subtle" onClick={props.onClose}>
              {props.cancelLabel}
            </Button>
          )}
          <Button type="submit" form={id} loading={isPending} disabled={props.isDisabled ?? false}>
            {props.action}
          </Button>
        </>
      }
    >
      {typeof props.lead === 'string' ? <p>{props.lead}</p> : props.lead}
      <Form id={id} isBusy={isPending} label={props.title} onSubmit={props.onSubmit}>
        {props.children}
        {props.problem && (
          <p className="u-problem" role="alert">
            {props.problem}
          </p>
        )}
      </Form>
    </Dialog>
  )
}
