import { HelpLink } from '#app/session/help-link.tsx'
import { Button } from '@mantine/core'
import { useClickOutside, useWindowEvent } from '@mantine/hooks'
import { Suspense, useId, useRef, useState } from 'react'
import type { OutputLanguage } from '#shared/tools.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { whenOnline } from '#app/session/chunk-errors.ts'
import { showToast } from '#app/ui/toast.tsx'
import { copyText } from './copy-text.ts'
import { downloadFile } from './download-file.ts'
import { useEditorWords } from './editor-words.ts'
import type { ExportedText, ExportKind, prepareFile } from './export-text.ts'
import { useBlanksGuard } from './use-blanks-guard.tsx'
import styles from './document-actions.module.css'

const MissingLettersDialog = lazyWithRetry(() => import('./missing-letters-dialog.tsx'))

const kinds = ['docx', 'hwpx', 'pdf', 'html', 'md'] as const satisfies readonly ExportKind[]

/**
 * Scripts that our PDFs do not support: Arabic runs from right to left, and Hindi's letters join. Every browser prints
 * both well.
 */
const printedLanguages: readonly OutputLanguage[] = ['Arabic', 'Hindi']
const isPrinted = (language: OutputLanguage): boolean => printedLanguages.includes(language)

/** Exports the text: to the clipboard for a blog editor, or as a file. The exporters are loaded on demand. */
export function ExportMenu({ text }: { text: ExportedText }) {
  const { t } = useEditorWords()
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const [isMaking, setIsMaking] = useState(false)
  const { guard, dialog } = useBlanksGuard(text.content)
  const [pdf, setPdf] = useState<Awaited<ReturnType<typeof prepareFile>> | null>(null)
  /** @param work returns what to tell, or null when it is not over yet */
  const attempt = async (work: () => Promise<string | null>) => {
    setIsMaking(true)
    try {
      const message = await work()
      if (message) showToast({ message })
    } catch (error) {
      console.warn('The export failed.', error)
      showToast({ message: t('editor.export.failed'), tone: 'error' })
    }
    setIsMaking(false)
  }
  const copy = async () => {
    const { richText } = await whenOnline(() => import('./export-text.ts'))
    return t((await copyText(richText(text))) ? 'editor.export.copied' : 'writing.save.copyFailed')
  }
  const download = (file: File) => {
    downloadFile(file)
    return t('editor.export.saved')
  }
  const print = async () => {
    const { htmlPage } = await whenOnline(() => import('./export-text.ts'))
    await (await whenOnline(() => import('./print-page.ts'))).printPage(htmlPage(text))
    return t('editor.export.printing')
  }
  const save = async (kind: ExportKind) => {
    const { makeFile, prepareFile } = await whenOnline(() => import('./export-text.ts'))
    if (kind !== 'pdf') return download(await makeFile(kind, text))
    if (isPrinted(text.language)) return print()
    const prepared = await prepareFile(text)
    if (prepared.missing.length === 0) return download(await prepared.make())
    setPdf(prepared)
    return null
  }
  const button = useRef<HTMLButtonElement>(null)
  const menu = useClickOutside<HTMLDivElement>(() => setIsOpen(false))
  useWindowEvent('keydown', ({ key }) => {
    if (key !== 'Escape' || !isOpen) return
    setIsOpen(false)
    button.current?.focus()
  })
  const choose = (work: () => Promise<string | null>) => {
    setIsOpen(false)
    button.current?.focus()
    guard(() => void attempt(work))
  }
  return (
    <div ref={menu} className={styles.export}>
      <Button
        ref={button}
        variant="subtle"
        size="sm"
        loading={isMaking}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t('editor.export.action')}
      </Button>
      <ul id={id} className={styles.exportKinds} hidden={!isOpen}>
        <li>
          <Button variant="subtle" size="sm" fullWidth justify="start" onClick={() => choose(copy)}>
            {t('editor.export.blog')}
          </Button>
        </li>
        {kinds.map((kind) => (
          <li key={kind}>
            <Button
              variant="subtle"
              size="sm"
              fullWidth
              justify="start"
              onClick={() => choose(() => save(kind))}
            >
              {t(
                kind === 'pdf' && isPrinted(text.language)
                  ? 'editor.export.print'
                  : `editor.export.kind.${kind}`,
              )}
            </Button>
          </li>
        ))}
        <li className={styles.exportHelp}>
          <HelpLink opensNewTab topic="export" about={t('editor.export.action')} />
        </li>
      </ul>
      {dialog}
      {pdf && (
        <Suspense>
          <MissingLettersDialog
            letters={pdf.missing}
            onPrint={() => {
              setPdf(null)
              void attempt(print)
            }}
            onMake={() => {
              setPdf(null)
              void attempt(async () => download(await pdf.make()))
            }}
            onClose={() => setPdf(null)}
          />
        </Suspense>
      )}
    </div>
  )
}
