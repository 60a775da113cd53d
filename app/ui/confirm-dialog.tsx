import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'

/** Asks for a confirmation before an action that cannot be undone. */
export function ConfirmDialog(props: {
  title: string
  text: string
  action: string
  cancelLabel: string
  closeLabel: string
  isBusy: boolean
  /** The error of the action, shown below the question. */
  problem?: string | null
  /** Further facts that the member needs before the decision. */
  children?: ReactNode
  onConfirm: () => void
  onClose: () => void
}) {
  return (
    <Dialog
      isOpen
      title={props.title}
      closeLabel={props.closeLabel}
      onClose={props.onClose}
      actions={
        <>
          <Button variant="subtle" onClick={props.onClose}>
            {props.cancelLabel}
          </Button>
          <Button loading={props.isBusy} onClick={props.onConfirm}>
            {props.action}
          </Button>
        </>
      }
    >
      <p>{props.text}</p>
      {props.children}
      {props.problem && (
        <p className="u-problem" role="alert">
          {props.problem}
        </p>
      )}
    </Dialog>
  )
}
