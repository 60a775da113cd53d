import { openAssumptions } from '#shared/assumptions.ts'
import { findBlanks } from '#shared/blanks.ts'
import { renderedText } from '#shared/rendered-text.ts'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { useTranslation } from '#app/session/words.tsx'

/**
 * Lists the open blanks of a text that is about to leave the page, and what it assumes.
 * @param props.leaving its Markdown or plain text
 * @param props.assumed the passages that its sender has not confirmed
 */
export default function OpenBlanksDialog(props: {
  leaving: string
  assumed: readonly string[]
  onConfirm: () => void
  onClose: () => void
}) {
  const { t } = useTranslation('assumptions', 'editor')
  const { t: tSite } = useTranslation()
  const blanks = findBlanks(props.leaving)
  const passages = openAssumptions(props.assumed, props.leaving)
  const hasBoth = blanks.length > 0 && passages.length > 0
  const [title, text, back] = hasBoth
    ? (['assumptions.open.both', 'assumptions.open.bothText', 'assumptions.open.bothBack'] as const)
    : passages.length > 0
      ? (['assumptions.open.title', 'assumptions.open.text', 'assumptions.open.back'] as const)
      : (['editor.export.open.title', 'editor.export.open.text', 'editor.export.open.back'] as const)
  return (
    <ConfirmDialog
      title={t(title, { count: passages.length || blanks.length, blanks: blanks.length })}
      text={t(text)}
      action={t('editor.export.open.action')}
      cancelLabel={t(back)}
      closeLabel={tSite('site.close')}
      isBusy={false}
      onConfirm={props.onConfirm}
      onClose={props.onClose}
    >
      {hasBoth && <p className="u-bold">{t('editor.export.open.list')}</p>}
      {blanks.length > 0 && (
        <ul aria-label={t('editor.export.open.list')}>
          {blanks.map(({ start, suggestion }) => (
            <li key={start}>{suggestion}</li>
          ))}
        </ul>
      )}
      {hasBoth && <p className="u-bold">{t('assumptions.open.list')}</p>}
      {passages.length > 0 && (
        <ul aria-label={t('assumptions.open.list')}>
          {passages.map((passage) => (
            <li key={passage}>{renderedText(passage)}</li>
          ))}
        </ul>
      )}
    </ConfirmDialog>
  )
}
