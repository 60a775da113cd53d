import { Button } from '@mantine/core'
import { lazy, Suspense, useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import type { AppError } from '#shared/errors.ts'
import { articleFilesMax } from '#shared/tools.ts'
import type { ToolFile } from '#shared/tools-form.ts'
import { availableTokens, estimateArticle, signUpTokens } from '#shared/usage.ts'
import { useFacts, useMember } from '#app/session/facts.ts'
import { useUsage } from '#app/session/live-usage.tsx'
import { signInPath } from '#app/session/redirects.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { useWords } from '#app/session/words.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { showToast } from '#app/ui/toast.tsx'
import { ArticleForm } from './article-form.tsx'
import {
  asDraft,
  emptyDraft,
  findDraft,
  keepDraft,
  type ArticleDraft,
  type FieldProblems,
} from './article-draft.ts'
import { copyText } from './copy-text.ts'
import { loadExample, type Example } from './example.ts'
import { needsDialog } from './needs-dialog.ts'
import { isGoing } from './run-state.ts'
import { findToolUse, type ToolUse } from './tool-data.ts'
import { documentOfExample, documentOfRun, documentOfUse, useDocument } from './use-document.ts'
import { useRun } from './use-run.ts'
import { useToolFiles } from './use-tool-files.ts'
import styles from './article-page.module.css'

// A visitor's first look is the form: what shows a text comes when there is one.
const RunNotes = lazy(() => import('./run-notes.tsx'))
const WritingPane = lazy(() => import('./writing-pane.tsx'))
const RefusalDialog = lazy(() => import('./refusal-dialog.tsx'))
const DocumentActions = lazy(() => import('./document-actions.tsx'))

type ArticlePageProps = {
  /** The text to open, or null for a new one. */
  use: ToolUse | null
  /** The example to show, when the address asks for it. */
  example: Example | null
}

/** The article tool: its form, and beside it the text being written, edited, saved and shared. */
export function ArticlePage({ use, example }: ArticlePageProps) {
  const { t, language } = useWords()
  const member = useMember()
  const isFollowed = use !== null && (use.status === 'queued' || use.status === 'running')
  const [draft, setDraft] = useState(() => asDraft(use?.request) ?? example?.draft ?? emptyDraft(language))
  const files = useToolFiles(articleFilesMax, filesOf(use))
  const [problems, setProblems] = useState<FieldProblems>({})
  const [refusal, setRefusal] = useState<AppError | null>(null)
  const run = useRun(member?.id ?? null)
  const work = useDocument(
    use && !isFollowed ? documentOfUse(use) : example ? documentOfExample(example) : null,
  )
  const readText = useRef<{ html: () => string; plain: () => string }>(undefined)
  const formPane = useRef<HTMLElement>(null)
  const textPane = useRef<HTMLElement>(null)
  const isBusy = isGoing(run.state)

  useKeptDraft(use === null && example === null, formPane, setDraft)
  useAdoptedRun(run.state, draft.language, work.open)
  useFollowedRun(isFollowed ? use.id : null, run.follow, setRefusal)

  const refuse = useCallback((error: AppError | null) => {
    if (!error) return
    const rule = error.detail?.rule
    if (error.field && rule)
      setProblems({
        [error.field]: { rule, ...(error.detail?.count === undefined ? {} : { count: error.detail.count }) },
      })
    setRefusal(error)
  }, [])

  const changeDraft = (next: typeof draft) => {
    setDraft(next)
    keepDraft(next)
  }
  const fileProblem = refusal?.field === 'files' ? refusal.message : null
  const write = async () => {
    const sent = member && (await files.whenSent())
    if (!sent) return
    setRefusal(null)
    showTextPane()
    refuse(await run.start({ ...draft, thumbnail: false, files: sent }))
  }
  const writeAgain = async (id: number, mode: 'continue' | 'regenerate') => {
    const sent = await files.whenSent()
    if (!sent) return
    setRefusal(null)
    refuse(await run.again(id, mode, sent))
  }
  /** Where the panes stand below each other, the text comes into view when it begins. */
  const showTextPane = () => {
    if (window.matchMedia('(max-width: 860px)').matches)
      textPane.current?.scrollIntoView({ behavior: 'smooth' })
  }
  const showExample = async () => {
    const found = await loadExample(language)
    changeDraft(found.draft)
    setProblems({})
    run.clear()
    if (!work.document?.isDirty) work.open(documentOfExample(found))
    showTextPane()
  }
  const reset = () => {
    changeDraft(emptyDraft(language))
    setProblems({})
    files.clear()
    if (!work.document?.id && !isBusy) work.open(null)
  }
  const copy = async (text: { plain: string; html?: string }) =>
    showToast({ message: t((await copyText(text)) ? 'tools.save.copied' : 'tools.save.copyFailed') })

  const shown =
    isBusy && run.state.runId !== null
      ? documentOfRun(run.state, draft.language)
      : isBusy
        ? null
        : work.document
  return (
    <div className={styles.page}>
      <section ref={formPane} className={styles.form}>
        <ArticleForm
          draft={draft}
          files={files}
          problems={problems}
          fileProblem={fileProblem}
          isBusy={isBusy}
          onDraft={changeDraft}
          onProblems={setProblems}
          onSubmit={write}
          onExample={showExample}
          onReset={reset}
          action={
            <WriteAction
              draft={draft}
              hasFile={files.items.length > 0}
              isBusy={isBusy}
              isStopping={run.isStopping}
              hasText={work.document?.id != null}
              onStop={async () => refuse(await run.stop())}
            />
          }
        />
        {refusal && !needsDialog(refusal) && !refusal.field && (
          <p className={styles.error} role="alert">
            {t(`errors.${refusal.code}`)}
          </p>
        )}
      </section>
      <section ref={textPane} className={styles.text} data-busy={isBusy || undefined}>
        {shown ? (
          <Suspense>
            <WritingPane
              documentKey={shown.key}
              id={shown.id}
              text={shown.text}
              language={shown.language}
              titles={shown.titles}
              outline={shown.outline}
              stages={run.state.runId === shown.id ? run.state.stages : []}
              isStreaming={isBusy}
              isEditable={!isBusy && shown.id !== null}
              nodes={shown.nodes}
              notes={
                <Suspense>
                  <RunNotes
                    document={shown}
                    run={run}
                    onFollow={async () => refuse(await run.followAgain())}
                    onRetry={() =>
                      shown.id === null
                        ? write()
                        : writeAgain(shown.id, shown.text.content ? 'continue' : 'regenerate')
                    }
                  />
                </Suspense>
              }
              actions={
                !isBusy &&
                shown.id !== null && (
                  <Suspense>
                    <DocumentActions
                      key={shown.id}
                      work={work}
                      document={shown}
                      onAgain={(mode) => void writeAgain(shown.id!, mode)}
                      onCopy={() =>
                        copy({
                          plain: readText.current?.plain() ?? shown.text.content,
                          html: readText.current?.html() ?? '',
                        })
                      }
                    />
                  </Suspense>
                )
              }
              onText={work.edit}
              onReady={(read) => {
                readText.current = read
              }}
              onCopyTags={() => copy({ plain: shown.text.tags.map((tag) => `#${tag}`).join(' ') })}
            />
          </Suspense>
        ) : (
          <EmptyPane isWaiting={isBusy} onExample={showExample} />
        )}
      </section>
      {refusal && needsDialog(refusal) && (
        <Suspense>
          <RefusalDialog error={refusal} onClose={() => setRefusal(null)} />
        </Suspense>
      )}
    </div>
  )
}

/** The files that the text was written from: they go along when it is written again. */
function filesOf(use: ToolUse | null): ToolFile[] {
  const { files } = use?.request ?? {}
  return Array.isArray(files) ? (files as ToolFile[]) : []
}

/** Write with its price, stop where write was, or sign in: the one action that matters. */
function WriteAction(props: {
  draft: ArticleDraft
  hasFile: boolean
  isBusy: boolean
  isStopping: boolean
  hasText: boolean
  onStop: () => void
}) {
  const { t, language } = useWords()
  const member = useMember()
  const usage = useUsage()
  const { pathname, search } = useLocation()
  const model = useFacts()?.toolModel ?? 'demo'
  const tokens = estimateArticle({ ...props.draft, hasFile: props.hasFile }, model).expected
  if (props.isBusy) {
    return (
      <>
        <Button variant="default" fullWidth disabled={props.isStopping} onClick={props.onStop}>
          <span className={styles.stop} aria-hidden="true" />{' '}
          {t(props.isStopping ? 'tools.pane.stopping' : 'tools.pane.stop')}
        </Button>
        <p className={styles.hint}>{t('tools.pane.stopHint')}</p>
      </>
    )
  }
  if (!member) {
    return (
      <>
        <LinkButton to={signInPath(language, { pathname, search })} variant="filled" isWide>
          {t('tools.form.signIn', { tokens })}
        </LinkButton>
        <p className={styles.hint}>{t('tools.form.visitor', { tokens: signUpTokens })}</p>
      </>
    )
  }
  return (
    <>
      <Button type="submit" variant="filled" fullWidth>
        {t(props.hasText ? 'tools.form.writeAgain' : 'tools.form.write', { tokens })}
      </Button>
      <p className={styles.hint}>{usage && t('tools.form.left', { tokens: availableTokens(usage) })}</p>
    </>
  )
}

function EmptyPane({ isWaiting, onExample }: { isWaiting: boolean; onExample: () => void }) {
  const { t } = useWords()
  if (isWaiting)
    return (
      <p className={styles.empty} role="status">
        {t('tools.pane.writing')}
      </p>
    )
  return (
    <div className={styles.empty}>
      <p className={styles.onDesktop}>{t('tools.pane.empty')}</p>
      <p className={styles.onPhone}>{t('tools.pane.emptyPhone')}</p>
      <Button variant="default" onClick={onExample}>
        {t('tools.pane.emptyAction')}
      </Button>
    </div>
  )
}

/**
 * A form begun before a reload or a sign-in comes back; what was typed before the page came alive wins over it.
 * After hydration, since the server can know neither.
 */
function useKeptDraft(
  isWanted: boolean,
  form: RefObject<HTMLElement | null>,
  setDraft: (change: (draft: ArticleDraft) => ArticleDraft) => void,
): void {
  useEffect(() => {
    const kept = isWanted ? findDraft() : null
    const typed = [
      ...(form.current?.querySelectorAll<HTMLTextAreaElement | HTMLInputElement>(
        'textarea, input[type="text"]',
      ) ?? []),
    ]
      .filter((field) => field.value !== field.defaultValue)
      .map((field) => [field.name, field.value])
    if (kept || typed.length > 0) setDraft((draft) => ({ ...draft, ...kept, ...Object.fromEntries(typed) }))
    // Only once: later the form on screen is newer than what was kept.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
}

/** What a run made becomes the open text when it ends; its address can be reloaded from the first moment. */
function useAdoptedRun(
  state: ReturnType<typeof useRun>['state'],
  language: Parameters<typeof documentOfRun>[1],
  open: ReturnType<typeof useDocument>['open'],
): void {
  const revalidator = useRevalidator()
  const getSupabase = useSupabase()
  const reopen = async (id: number) => {
    const use = await findToolUse(await getSupabase(), id)
    if (use) open(documentOfUse(use))
  }
  const isRunning = state.status === 'running'
  const hasEnded = state.status === 'done' || state.status === 'stopped' || state.status === 'failed'
  useEffect(() => {
    if (!isRunning || state.runId === null) return
    const address = new URL(window.location.href)
    address.search = `?tool=article&id=${state.runId}`
    window.history.replaceState(window.history.state, '', address)
  }, [isRunning, state.runId])
  useEffect(() => {
    if (!hasEnded) return
    open(documentOfRun(state, language))
    // A second attempt that failed leaves the text of before in its place.
    if (state.status === 'failed' && state.runId !== null) void reopen(state.runId)
    // The balance in the header.
    void revalidator.revalidate()
    // oxlint-disable-next-line react/exhaustive-deps
  }, [hasEnded])
}

function useFollowedRun(
  runId: number | null,
  follow: (runId: number) => Promise<AppError | null>,
  refuse: (error: AppError | null) => void,
): void {
  useEffect(() => {
    if (runId !== null) void follow(runId).then(refuse)
    // oxlint-disable-next-line react/exhaustive-deps
  }, [runId])
}
