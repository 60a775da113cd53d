import { Button } from '@mantine/core'
import { Dialog } from '#app/ui/dialog.tsx'
import { useOperatorsWords } from './operators-words.ts'

/** Asks once more before something that cannot be undone. */
export default function ConfirmDialog(props: {
  title: string
  text: string
  action: string
  isBusy: boolean
  onConfirm: () => void
  onClose: () => void
}) {
  const { t } = useOperatorsWords()
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
          <Button variant="filled" loading={props.isBusy} onClick={props.onConfirm}>
            {props.action}
          </Button>
        </>
      }
    >
      <p>{props.text}</p>
    </Dialog>
  )
}
