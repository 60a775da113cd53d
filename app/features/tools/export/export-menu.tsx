import { HelpLink } from '#app/session/help-link.tsx'
import { Button } from '@mantine/core'
import { useClickOutside, useWindowEvent } from '@mantine/hooks'
import { Suspense, useId, useRef, useState, type ReactNode } from 'react'
import { withTitle } from '#shared/blanks.ts'
import type { OutputLanguage } from '#shared/tools.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { whenOnline } from '#app/session/chunk-errors.ts'
import { showToast } from '#app/ui/toast.tsx'
import { copyText } from './copy-text.ts'
import { downloadFile } from './download-file.ts'
import { useTranslation } from '#app/session/words.tsx'
import type { ExportedText, ExportKind, prepareFile } from './export-text.ts'
import { blogs, rememberBlog, usedBlogs, type Blog } from './blogs.ts'
import { useHandOver } from '../writing/writing-context.ts'
import styles from '../writing/document-actions.module.css'

const BlogNoteDialog = lazyWithRetry(() => import('./blog-note-dialog.tsx'))
const MissingLettersDialog = lazyWithRetry(() => import('./missing-letters-dialog.tsx'))

const kinds = ['docx', 'hwpx', 'pdf', 'html', 'md', 'txt'] as const satisfies readonly ExportKind[]

/**
 * Scripts that our PDFs do not support: Arabic runs from right to left, and Hindi's letters join. Every browser prints
 * both well, with our fonts (`print-fonts.ts`).
 */
const printedLanguages: readonly OutputLanguage[] = ['Arabic', 'Hindi']
const isPrinted = (language: OutputLanguage): boolean => printedLanguages.includes(language)

/** Exports the text: to the clipboard for a blog editor, or as a file. The exporters are loaded on demand. */
export function ExportMenu({ text }: { text: ExportedText }) {
  const { t } = useTranslation('writing', 'editor')
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const [isMaking, setIsMaking] = useState(false)
  const { handOver } = useHandOver()
  // The server does not know them: the menu opens in the browser only.
  const [used, setUsed] = useState<Blog[]>([])
  const [noted, setNoted] = useState<Blog | null>(null)
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
  const copy = async (blog: Blog) => {
    const { blogCopy } = await whenOnline(() => import('./export-blog.ts'))
    if (!(await copyText(blogCopy(blog, text)))) return t('writing.save.copyFailed')
    if (!used.includes(blog)) setNoted(blog)
    rememberBlog(blog)
    setUsed(usedBlogs())
    return t('editor.export.copied')
  }
  const download = (file: File) => {
    downloadFile(file)
    return t('editor.export.saved')
  }
  const print = async () => {
    await (await whenOnline(() => import('./print-page.ts'))).printText(text)
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
    handOver(withTitle(text.title, text.content), () => void attempt(work))
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
        onClick={() => {
          setUsed(usedBlogs())
          setIsOpen(!isOpen)
        }}
      >
        {t('editor.export.action')}
      </Button>
      <ul id={id} className={`u-dropdown ${styles.exportKinds}`} hidden={!isOpen}>
        <ExportGroup label={t('editor.export.blog.label')}>
          {[...used, ...blogs.filter((blog) => !used.includes(blog))].map((blog) => (
            <ExportChoice
              key={blog}
              label={t(`editor.export.blog.${blog}`)}
              onChoose={() => choose(() => copy(blog))}
            />
          ))}
        </ExportGroup>
        <ExportGroup label={t('editor.export.file')}>
          {kinds.map((kind) => (
            <ExportChoice
              key={kind}
              label={t(
                kind === 'pdf' && isPrinted(text.language)
                  ? 'editor.export.print'
                  : `editor.export.kind.${kind}`,
              )}
              onChoose={() => choose(() => save(kind))}
            />
          ))}
        </ExportGroup>
        <li className={styles.exportHelp}>
          <HelpLink opensNewTab topic="export" about={t('editor.export.action')} />
        </li>
      </ul>
      {noted && (
        <Suspense>
          <BlogNoteDialog blog={noted} onClose={() => setNoted(null)} />
        </Suspense>
      )}
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

function ExportGroup({ label, children }: { label: string; children: ReactNode }) {
  const id = useId()
  return (
    <li>
      <p id={id} className={styles.exportLabel}>
        {label}
      </p>
      <ul className="u-bare-list" aria-labelledby={id}>
        {children}
      </ul>
    </li>
  )
}

function ExportChoice({ label, onChoose }: { label: string; onChoose: () => void }) {
  return (
    <li>
      <Button variant="subtle" size="sm" fullWidth justify="start" onClick={onChoose}>
        {label}
      </Button>
    </li>
  )
}
