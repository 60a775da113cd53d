import type { ComponentProps } from 'react'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { useOperatorsWords } from './operators-words.ts'

type Props = Omit<ComponentProps<typeof ConfirmDialog>, 'cancelLabel' | 'closeLabel'>

/** Asks for a confirmation before an action that cannot be undone. */
export default function ActConfirmDialog(props: Props) {
  const { t } = useOperatorsWords()
  return <ConfirmDialog cancelLabel={t('operators.cancel')} closeLabel={t('site.close')} {...props} />
}
