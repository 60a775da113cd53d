import { titleMaxLength } from '#shared/tools.ts'
import { checked, checkText, useForm } from '#app/session/use-form.ts'
import { TextField } from '#app/ui/fields.tsx'
import { FormDialog } from '#app/ui/form-dialog.tsx'
import type { HistoryLine } from './history-data.ts'
import { useTranslation } from '#app/session/words.tsx'

/** Asks for another title of a text. */
export function RenameDialog(props: {
  line: HistoryLine
  onRename: (title: string) => void
  onClose: () => void
}) {
  const { t } = useTranslation('history')
  const { field, submit } = useForm({ title: props.line.title ?? '' }, ({ title }) =>
    checked({ title: title.trim() ? checkText(title, titleMaxLength) : t('history.renameEmpty') }, () =>
      title.trim(),
    ),
  )
  return (
    <FormDialog
      title={t('history.renameTitle')}
      action={t('history.renameSave')}
      closeLabel={t('site.close')}
      onSubmit={submit((title) => {
        props.onRename(title)
        props.onClose()
      })}
      onClose={props.onClose}
    >
      <TextField {...field('title')} label={t('history.renameLabel')} limit={titleMaxLength} />
    </FormDialog>
  )
}
