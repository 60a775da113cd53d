import { Button } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import { showToast } from './toast.tsx'

/**
 * A button for several things at once, which rests while there is nothing to do it with. It can still be reached, and says why.
 * @param props.reason why it rests; null while it does not
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
