import { Button } from '@mantine/core'
import { showToast } from '#app/ui/toast.tsx'

/** Copies a link or a code to the clipboard, and reports the result. */
export function CopyButton(props: {
  variant: 'filled' | 'default'
  text: string
  label: string
  done: string
  failed: string
}) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(props.text)
      showToast({ message: props.done })
    } catch (error) {
      console.warn('Copying was refused.', error)
      showToast({ message: props.failed, tone: 'error' })
    }
  }
  return (
    <Button variant={props.variant} onClick={() => void copy()}>
      {props.label}
    </Button>
  )
}
