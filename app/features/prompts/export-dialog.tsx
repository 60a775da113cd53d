import { Button } from '@mantine/core'
import { useState } from 'react'
import { exportPrompt } from '#shared/prompt-import.ts'
import { useMutation } from '#app/session/use-mutation.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { readAllOwnPrompts } from './author-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import { writeCsv, writeJson } from './prompt-file.ts'
import styles from './import-dialog.module.css'

const formats = {
  csv: { write: writeCsv, type: 'text/csv' },
  json: { write: writeJson, type: 'application/json' },
} as const
type Format = keyof typeof formats

/** All own prompts in a file that can be imported again. */
export default function ExportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('transfer')
  const { send, isPending } = useMutation()
  const [chosen, setChosen] = useState<Format | null>(null)
  const save = async (format: Format) => {
    setChosen(format)
    const isDone = await send(async ({ supabase, uuid }) => {
      const prompts = await readAllOwnPrompts(await supabase(), uuid)
      const { write, type } = formats[format]
      const text = write(
        prompts.map((prompt) =>
          exportPrompt(prompt, { state: prompt.review_status, createdAt: prompt.created_at }),
        ),
      )
      download(new File([text], `${t('transfer.export.file')}.${format}`, { type }))
    })
    if (isDone) onClose()
  }
  return (
    <Dialog isOpen title={t('transfer.export.title')} closeLabel={t('site.close')} onClose={onClose}>
      <p>{t('transfer.export.text')}</p>
      <ul className={styles.formats}>
        {(Object.keys(formats) as Format[]).map((format) => (
          <li key={format}>
            <Button
              variant="default"
              loading={isPending && chosen === format}
              disabled={isPending && chosen !== format}
              onClick={() => void save(format)}
            >
              {t(`transfer.export.${format}`)}
            </Button>
            <span className="u-note">{t(`transfer.export.${format}Hint`)}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function download(file: File): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  // The browser has started the download by the next task at the latest.
  setTimeout(() => URL.revokeObjectURL(link.href))
}
