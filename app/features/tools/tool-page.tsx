import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { AppError } from '#shared/errors.ts'
import type { ToolFile } from '#shared/tools-form.ts'
import { toolFilesMax, type OutputLanguage, type WritingTool } from '#shared/tools.ts'
import { countImages, estimateTool, type EstimatedForm } from '#shared/usage.ts'
import { useFacts, useMember } from '#app/session/facts.ts'
import { needsDialog } from '#app/session/needs-dialog.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { Spoken } from '#app/ui/spoken.tsx'
import { useWritingWords } from './writing-words.ts'
import { scrollGently } from '#app/ui/scroll-gently.ts'
import { showToast } from '#app/ui/toast.tsx'
import { useLatest } from '#app/ui/use-latest.ts'
import { copyText } from './copy-text.ts'
import { EmptyPane } from './empty-pane.tsx'
import { loadExample, type Example } from './example.ts'
import { asDraft, findDraft, findFiles, keepDraft, keepFiles } from './form-draft.ts'
import { FormPane } from './form-pane.tsx'
import { isGoing, type RunState } from './run-state.ts'
import type { SectionOrder } from './sections-panel.tsx'
import { TextPane, textPaneId } from './text-pane.tsx'
import { findToolUse, leftOutOf, type ToolUse } from './tool-data.ts'
import { missingImages } from './missing-images.ts'
import type { FieldProblems, FormDraft, PictureOrder, Price, ToolKit } from './tool-kit.ts'
import {
  documentOfBeginning,
  documentOfExample,
  documentOfRun,
  documentOfUse,
  factsOfUse,
  isPlanned,
  useDocument,
  type DocumentWork,
  type OpenDocument,
} from './use-document.ts'
import { useLinks } from './use-links.ts'
import { useRun } from './use-run.ts'
import { useToolFiles, type ToolFiles } from './use-tool-files.ts'
import styles from './tool-page.module.css'

const RefusalDialog = lazy(() => import('#app/session/refusal-dialog.tsx'))

/** Long enough to read why something was refused. */
const refusalMs = 6_000

/** Something that writes, as it was asked for. */
type Order = {
  /** @returns the error that refused it, or null */
  send: () => Promise<AppError | null>
  price: Price
  /** The text that it goes on with. */
  goesOn?: OpenDocument | null
  /** Whether it was asked for beside the text, not in the form. */
  isBesideText?: boolean
}

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
  // Where the panes stand below each other they keep their order, whatever becomes of them.
  const [isOpened] = useState(use !== null || example !== null)
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
  /** What was asked for last. */
  const [last, setLast] = useState<Order | null>(null)
  /** The text that the run which was asked for goes on with: it stands until the run tells it. */
  const [kept, setKept] = useState<OpenDocument | null>(null)
  const [problems, setProblems] = useState<FieldProblems>({})
  const [refusal, setRefusal] = useState<AppError | null>(null)
  const run = useRun(member?.id ?? null)
  const work = useDocument(
    use && !isFollowed ? documentOfUse(use) : example ? documentOfExample(example) : null,
  )
  const textPane = useRef<HTMLElement>(null)
  const isBusy = isGoing(run.state)

  useAdoptedRun(run.state, tool, draft.language, work)
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

  const model = useFacts()?.toolModel ?? 'demo'
  const sourcesCount = files.items.length + links.usedCount
  const form = { ...draft, tool } as unknown as EstimatedForm
  const images = countImages(form)
  const priceOf = (wanted: EstimatedForm) => estimateTool(wanted, sourcesCount, model).expected
  // What is written again is what was asked for then; only its pictures are those of the form as it is now.
  const againTokens = priceOf({ ...asked, ...pictureFlagOf(draft), tool } as unknown as EstimatedForm)
  const againPrice = (mode: 'continue' | 'regenerate'): Price => ({
    tokens: againTokens,
    images: work.document ? missingImages(work.document, { images, mode }) : images,
  })

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
  const isNew = use === null && example === null
  useKeptDraft(isNew, () => takeGiven() ?? read(findDraft(tool)), changeDraft)
  useKeptFiles(isNew ? tool : null, files)
  /** What was asked for beside the text is refused there: the form may be screens away. */
  const refuseBeside = (error: AppError | null) => {
    if (!error) return
    if (needsDialog(error) || error.field === 'files') return refuse(error)
    showToast({ message: t(`errors.${error.code}`), tone: 'error', duration: refusalMs })
  }
  /** Whatever writes can be tried again as it was asked for. A button that was pressed gets the focus back when it is refused. */
  const begin = async (order: Order) => {
    setLast(order)
    const pressed = window.document.activeElement
    setRefusal(null)
    setKept(order.goesOn ?? null)
    const error = await order.send()
    if (order.isBesideText) refuseBeside(error)
    else refuse(error)
    if (error && pressed instanceof HTMLElement) requestAnimationFrame(() => pressed.focus())
  }
  /** Files and links that go along, or null when one of them cannot be used. */
  const gather = async () => {
    setRefusal(null)
    try {
      const sent = await files.whenSent()
      const leftOut = sent && (await links.whenRead())
      return leftOut && { sent, leftOut }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refuse(error)
      return null
    }
  }
  const write = async () => {
    const along = member && (await gather())
    if (!along) return
    const { sent, leftOut } = along
    showTextPane()
    setAsked(draft)
    const body = {
      ...draft,
      ...(toolFilesMax[tool] > 0 ? { files: sent } : {}),
      ...(leftOut.length > 0 ? { left_out: leftOut } : {}),
      ...(isOutlineFirst.current ? { outline_first: true } : {}),
    }
    isOutlineFirst.current = false
    await begin({ send: () => run.start(tool, body), price: { tokens: priceOf(form), images } })
  }
  const writeAgain = async (id: number, mode: 'continue' | 'regenerate', outline?: string[]) => {
    const along = await gather()
    if (along)
      await begin({
        send: () =>
          run.again(id, {
            mode,
            files: along.sent,
            left_out: along.leftOut,
            ...(outline ? { outline } : {}),
            ...picturesOf(draft),
          }),
        price: againPrice(mode),
        goesOn: mode === 'continue' ? work.document : null,
        isBesideText: true,
      })
  }
  const writeSection = (id: number, order: SectionOrder, price: Price) =>
    begin({ send: () => run.section(id, order), price, goesOn: work.document, isBesideText: true })
  const makePicture = (id: number, order: PictureOrder, price: Price) =>
    begin({ send: () => run.picture(id, order), price, goesOn: work.document, isBesideText: true })
  /** Where the panes stand below each other, the text comes into view when it begins. */
  const showTextPane = () => {
    if (textPane.current && window.matchMedia('(max-width: 860px)').matches) scrollGently(textPane.current)
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

  const isStarting = run.state.status === 'starting'
  const shown = useShown(run.state, draft.language, { open: work.document, kept })
  const hasPlan = shown !== null && isPlanned(shown, tool) && (!isBusy || isStarting)
  const modeOfRetry = shown?.text.content ? 'continue' : 'regenerate'
  const retryPrice = last?.price ?? againPrice(modeOfRetry)
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
    followAgain: async () => refuseBeside(await run.followAgain()),
    tryAgain: () => {
      if (last) void begin(last)
      else if (shown?.id == null) void write()
      else void writeAgain(shown.id, modeOfRetry)
    },
    writeAgain,
    writeSection,
    makePicture,
  })
  return (
    <div className={styles.page} data-opened={isOpened || undefined}>
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
          <div inert={isStarting} className={styles.shown}>
            <TextPane
              kit={kit}
              shown={shown}
              asked={asked}
              run={run}
              work={work}
              tokens={againTokens}
              images={images}
              retryTokens={retryPrice.tokens}
              retryImages={retryPrice.images}
              plan={hasPlan ? { tokens: againTokens, images } : null}
              actions={actions}
            />
          </div>
        ) : (
          <EmptyPane isWaiting={isBusy} onExample={actions.showExample} />
        )}
        <Spoken text={shown && isStarting ? t('writing.pane.writing') : ''} />
      </section>
      {refusal && needsDialog(refusal) && (
        <Suspense>
          <RefusalDialog error={refusal} onClose={() => setRefusal(null)} />
        </Suspense>
      )}
    </div>
  )
}

/** What stands beside the form: the text being written, or the open one, which stays until a run has begun. The same object as long as it says the same. */
function useShown(
  state: RunState,
  language: OutputLanguage,
  { open, kept }: Record<'open' | 'kept', OpenDocument | null>,
): OpenDocument | null {
  return useMemo(
    () => (isGoing(state) && state.runId !== null ? documentOfBeginning(state, language, kept) : open),
    [state, language, open, kept],
  )
}

/** Whether the form asks for pictures now, for tools that make some: it decides when a text is written again. */
function picturesOf(draft: object): { pictures?: boolean } {
  const [wanted] = Object.values(pictureFlagOf(draft))
  return typeof wanted === 'boolean' ? { pictures: wanted } : {}
}

/** The field that asks for pictures, of tools that make some. */
function pictureFlagOf(draft: object): object {
  if ('thumbnail' in draft) return { thumbnail: draft.thumbnail }
  return 'image' in draft ? { image: draft.image } : {}
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

/** The files that were sent come back with the form. */
function useKeptFiles(tool: WritingTool | null, files: ToolFiles): void {
  const { items, putBack } = files
  const isRead = useRef(false)
  useEffect(() => {
    if (tool === null) return
    if (!isRead.current) {
      isRead.current = true
      const kept = findFiles(tool)
      if (kept.length > 0) return putBack(kept)
    }
    keepFiles(
      tool,
      items.flatMap(({ name, size, state }) =>
        state.kind === 'ready' ? [{ path: state.path, name, size }] : [],
      ),
    )
  }, [tool, items, putBack])
}

/** What a run made becomes the open text when it ends; its address can be reloaded from the first moment. */
function useAdoptedRun(
  state: ReturnType<typeof useRun>['state'],
  tool: string,
  language: Parameters<typeof documentOfRun>[1],
  work: DocumentWork,
): void {
  const revalidator = useRevalidator()
  const getSupabase = useSupabase()
  /** A second attempt that failed leaves the text of before in its place. */
  const readAgain = async (id: number, isFailed: boolean) => {
    try {
      const use = await findToolUse(await getSupabase(), id)
      if (use && isFailed) work.reopen(use)
      else if (use) work.update(id, factsOfUse(use))
    } catch (error) {
      console.warn('The text could not be read again after its run.', error)
    }
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
    work.open(documentOfRun(state, language, work.document))
    if (state.runId !== null) void readAgain(state.runId, state.status === 'failed')
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
