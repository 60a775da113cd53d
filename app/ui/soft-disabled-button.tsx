import { Button } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import { showToast } from './toast.tsx'

/**
 * A button for bulk actions that is disabled while nothing is selected. It stays focusable and shows the reason.
 * @param props.reason why it is disabled; null while it is enabled
 */
export function SoftDisabledButton(props: {
  reason: string | null
  onPress: () => void
  children: ReactNode
}) {
  const { reason } = props
  const id = useId()
  return (
    <>
      <Button
        variant="default"
        size="sm"
        {...(reason === null
          ? { onClick: props.onPress }
          : {
              'aria-disabled': true,
              'aria-describedby': id,
              'data-disabled': true,
              onClick: () => showToast({ message: reason }),
            })}
      >
        {props.children}
      </Button>
      {reason !== null && (
        <span id={id} hidden>
          {reason}
        </span>
      )}
    </>
  )
}
