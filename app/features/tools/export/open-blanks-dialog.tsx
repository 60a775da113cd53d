import { findBlanks } from '#shared/blanks.ts'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { useTranslation } from '#app/session/words.tsx'

/** Lists the open blanks of a text that is about to leave the page. @param props.leaving its Markdown or plain text */
export default function OpenBlanksDialog(props: {
  leaving: string
  onConfirm: () => void
  onClose: () => void
}) {
  const { t } = useTranslation('writing', 'editor')
  const { t: tSite } = useTranslation()
  const blanks = findBlanks(props.leaving)
  return (
    <ConfirmDialog
      title={t('editor.export.open.title', { count: blanks.length })}
      text={t('editor.export.open.text')}
      action={t('editor.export.open.action')}
      cancelLabel={t('editor.export.open.back')}
      closeLabel={tSite('site.close')}
      isBusy={false}
      onConfirm={props.onConfirm}
      onClose={props.onClose}
    >
      <ul aria-label={t('editor.export.open.list')}>
        {blanks.map(({ start, suggestion }) => (
          <li key={start}>{suggestion}</li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}
