import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { AppError } from '#shared/errors.ts'
import type { ToolFile } from '#shared/tools-form.ts'
import { toolFilesMax, type OutputLanguage } from '#shared/tools.ts'
import { countImages, estimateTool, type EstimatedForm } from '#shared/usage.ts'
import { useFacts, useMember } from '#app/session/facts.ts'
import { needsDialog } from '#app/session/needs-dialog.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { useWritingWords } from './writing-words.ts'
import { showToast } from '#app/ui/toast.tsx'
import { useLatest } from '#app/ui/use-latest.ts'
import { copyText } from './copy-text.ts'
import { EmptyPane } from './empty-pane.tsx'
import { loadExample, type Example } from './example.ts'
import { asDraft, findDraft, keepDraft } from './form-draft.ts'
import { FormPane } from './form-pane.tsx'
import { isGoing, type RunState } from './run-state.ts'
import type { SectionOrder } from './sections-panel.tsx'
import { TextPane, textPaneId } from './text-pane.tsx'
import { findToolUse, leftOutOf, type ToolUse } from './tool-data.ts'
import type { FieldProblems, FormDraft, PictureOrder, ToolKit } from './tool-kit.ts'
import {
  documentOfExample,
  documentOfRun,
  documentOfUse,
  isPlanned,
  useDocument,
  type OpenDocument,
} from './use-document.ts'
import { useLinks } from './use-links.ts'
import { useRun } from './use-run.ts'
import { useToolFiles } from './use-tool-files.ts'
import styles from './tool-page.module.css'

const RefusalDialog = lazy(() => import('#app/session/refusal-dialog.tsx'))

export type ToolPageProps = {
  /** The text to open, or null for a new one. */
  use: ToolUse | null
  /** The example to show, when the address asks for it. */
  example: Example | null
  /** Fields that the address fills in, by name; whatever else it holds is passed over. */
  given: Record<string, string>
}

/** A tool: its form, and beside it the text being written, edited, saved and shared. */
export function ToolPage<Draft extends FormDraft>({
  kit,
  use,
  example,
  given,
}: ToolPageProps & { kit: ToolKit<Draft> }) {
  const { t, language } = useWritingWords()
  const member = useMember()
  const { tool } = kit
  const isFollowed = use !== null && (use.status === 'queued' || use.status === 'running')
  const read = (value: unknown) => asDraft(kit.emptyDraft(language), kit.mainField, value)
  const [draft, setDraft] = useState<Draft>(
    () => read(use?.request) ?? read(example?.draft) ?? read(given) ?? kit.emptyDraft(language),
  )
  /** What the open text was written from; the form may have changed since. */
  const [asked, setAsked] = useState(draft)
  const files = useToolFiles(toolFilesMax[tool], filesOf(use))
  const links = useLinks(draft, leftOutOf(use))
  const isOutlineFirst = useRef(false)
  const retry = useRef<() => Promise<void>>(undefined)
  const [problems, setProblems] = useState<FieldProblems>({})
  const [refusal, setRefusal] = useState<AppError | null>(null)
  const run = useRun(member?.id ?? null)
  const work = useDocument(
    use && !isFollowed ? documentOfUse(use) : example ? documentOfExample(example) : null,
  )
  const textPane = useRef<HTMLElement>(null)
  const isBusy = isGoing(run.state)

  useAdoptedRun(run.state, tool, draft.language, work.open)
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

  /** From here on the kept form counts, so that a reload shows what became of it. */
  const takeGiven = () => {
    const taken = read(given)
    if (taken) window.history.replaceState(window.history.state, '', `?tool=${tool}`)
    return taken
  }
  const changeDraft = (next: Draft) => {
    setDraft(next)
    keepDraft(tool, next)
  }
  useKeptDraft(use === null && example === null, () => takeGiven() ?? read(findDraft(tool)), changeDraft)
  /** Whatever writes can be tried again as it was asked for. */
  const begin = async (action: () => Promise<AppError | null>) => {
    retry.current = () => begin(action)
    setRefusal(null)
    refuse(await action())
  }
  const write = async () => {
    const sent = member && (await files.whenSent())
    const leftOut = sent && (await links.whenRead())
    if (!leftOut) return
    showTextPane()
    setAsked(draft)
    const body = {
      ...draft,
      ...(toolFilesMax[tool] > 0 ? { files: sent } : {}),
      ...(leftOut.length > 0 ? { left_out: leftOut } : {}),
      ...(isOutlineFirst.current ? { outline_first: true } : {}),
    }
    isOutlineFirst.current = false
    await begin(() => run.start(tool, body))
  }
  const writeAgain = async (id: number, mode: 'continue' | 'regenerate', outline?: string[]) => {
    const sent = await files.whenSent()
    const leftOut = sent && (await links.whenRead())
    if (leftOut)
      await begin(() =>
        run.again(id, {
          mode,
          files: sent,
          left_out: leftOut,
          ...(outline ? { outline } : {}),
          ...picturesOf(draft),
        }),
      )
  }
  const writeSection = (id: number, order: SectionOrder) => begin(() => run.section(id, order))
  const makePicture = (id: number, order: PictureOrder) => begin(() => run.picture(id, order))
  /** Where the panes stand below each other, the text comes into view when it begins. */
  const showTextPane = () => {
    if (window.matchMedia('(max-width: 860px)').matches)
      textPane.current?.scrollIntoView({ behavior: 'smooth' })
  }
  const showExample = async () => {
    const found = await loadExample(tool, language)
    const filled = read(found.draft) ?? kit.emptyDraft(language)
    changeDraft(filled)
    setAsked(filled)
    setProblems({})
    run.clear()
    if (!work.document?.isDirty) work.open(documentOfExample(found))
    showTextPane()
  }
  const reset = () => {
    changeDraft(kit.emptyDraft(language))
    setProblems({})
    files.clear()
    if (!work.document?.id && !isBusy) work.open(null)
  }
  const copy = async (text: { plain: string; html?: string }) =>
    showToast({ message: t((await copyText(text)) ? 'writing.save.copied' : 'writing.save.copyFailed') })

  const shown = useShown(run.state, draft.language, work.document, isBusy)
  const model = useFacts()?.toolModel ?? 'demo'
  const sourcesCount = files.items.length + links.usedCount
  const form = { ...draft, tool } as unknown as EstimatedForm
  const hasPlan = shown !== null && isPlanned(shown, tool) && !isBusy
  const actions = useLatest({
    changeDraft,
    showExample,
    reset,
    copy,
    submit: write,
    stop: async () => refuse(await run.stop()),
    chooseKind: (isOutline: boolean) => {
      isOutlineFirst.current = isOutline
    },
    followAgain: async () => refuse(await run.followAgain()),
    tryAgain: () => {
      if (retry.current) void retry.current()
      else if (shown?.id == null) void write()
      else void writeAgain(shown.id, shown.text.content ? 'continue' : 'regenerate')
    },
    writeAgain,
    writeSection,
    makePicture,
  })
  return (
    <div className={styles.page}>
      <section className={styles.form} onBlur={links.readNew} onPaste={links.notePaste}>
        <FormPane
          kit={kit}
          draft={draft}
          problems={problems}
          refusal={refusal}
          files={files}
          links={links}
          isBusy={isBusy}
          isStopping={run.isStopping}
          hasText={work.document?.id != null}
          actions={actions}
          onProblems={setProblems}
        />
      </section>
      <section
        ref={textPane}
        id={textPaneId}
        className={styles.text}
        data-has-text={shown !== null || undefined}
        data-busy={isBusy || undefined}
      >
        {shown ? (
          <TextPane
            kit={kit}
            shown={shown}
            asked={asked}
            run={run}
            work={work}
            images={countImages(form)}
            plan={
              hasPlan
                ? { tokens: estimateTool(form, sourcesCount, model).expected, images: countImages(form) }
                : null
            }
            actions={actions}
          />
        ) : (
          <EmptyPane isWaiting={isBusy} onExample={actions.showExample} />
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

/** What stands beside the form: the text being written, or the open one. The same object as long as it says the same. */
function useShown(
  state: RunState,
  language: OutputLanguage,
  document: OpenDocument | null,
  isBusy: boolean,
): OpenDocument | null {
  return useMemo(() => {
    if (!isBusy) return document
    return state.runId === null ? null : documentOfRun(state, language)
  }, [state, language, document, isBusy])
}

/** Whether the form asks for pictures now, for tools that make some: it decides when a text is written again. */
function picturesOf(draft: object): { pictures?: boolean } {
  const wanted = 'thumbnail' in draft ? draft.thumbnail : 'image' in draft ? draft.image : undefined
  return typeof wanted === 'boolean' ? { pictures: wanted } : {}
}

/** The files that the text was written from: they go along when it is written again. */
function filesOf(use: ToolUse | null): ToolFile[] {
  const { files } = use?.request ?? {}
  return Array.isArray(files) ? (files as ToolFile[]) : []
}

/** A form begun before a reload or a sign-in comes back, after hydration, since the server cannot know it. */
function useKeptDraft<Draft extends FormDraft>(
  isWanted: boolean,
  find: () => Draft | null,
  putIn: (draft: Draft) => void,
): void {
  useEffect(() => {
    const kept = isWanted ? find() : null
    if (kept) putIn(kept)
    // Only once: later the form on screen is newer than what was kept.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
}

/** What a run made becomes the open text when it ends; its address can be reloaded from the first moment. */
function useAdoptedRun(
  state: ReturnType<typeof useRun>['state'],
  tool: string,
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
    address.search = `?tool=${tool}&id=${state.runId}`
    window.history.replaceState(window.history.state, '', address)
  }, [isRunning, state.runId, tool])
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
