import type { ComponentProps } from 'react'
import { FormDialog } from '#app/ui/form-dialog.tsx'
import { useTranslation } from '#app/session/words.tsx'

type Props = Omit<ComponentProps<typeof FormDialog>, 'cancelLabel' | 'closeLabel'>

/** Asks for the inputs of an operator's decision. */
export function DecisionForm(props: Props) {
  const { t } = useTranslation('operators')
  return <FormDialog cancelLabel={t('operators.cancel')} closeLabel={t('site.close')} {...props} />
}
