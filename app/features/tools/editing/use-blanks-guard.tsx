import { useState } from 'react'
import { findBlanks } from '#shared/blanks.ts'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { useTranslation } from '#app/session/words.tsx'

/** Asks for a confirmation before a text with open blanks is exported, because readers would see the brackets. */
export function useBlanksGuard(content: string) {
  const { t } = useTranslation('writing', 'editor')
  const { t: tSite } = useTranslation()
  const [waiting, setWaiting] = useState<(() => void) | null>(null)
  const blanks = waiting ? findBlanks(content) : []
  return {
    /** Runs the action immediately without open blanks. */
    guard: (work: () => void) => (findBlanks(content).length > 0 ? setWaiting(() => work) : work()),
    dialog: waiting && (
      <ConfirmDialog
        title={t('editor.export.open.title', { count: blanks.length })}
        text={t('editor.export.open.text')}
        action={t('editor.export.open.action')}
        cancelLabel={t('editor.export.open.back')}
        closeLabel={tSite('site.close')}
        isBusy={false}
        onConfirm={() => {
          setWaiting(null)
          waiting()
        }}
        onClose={() => setWaiting(null)}
      >
        <ul aria-label={t('editor.export.open.list')}>
          {blanks.map(({ start, suggestion }) => (
            <li key={start}>{suggestion}</li>
          ))}
        </ul>
      </ConfirmDialog>
    ),
  }
}
