import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { AppError } from '#shared/errors.ts'
import { toolFilesMax, type OutputLanguage } from '#shared/tools.ts'
import { useRootData, useMember } from '#app/session/root-data.ts'
import { isBlockingError } from '#app/session/is-blocking-error.ts'
import { showToast } from '#app/ui/toast.tsx'
import { isGoing, type RunState } from './run-state.ts'
import type { SectionOrder } from './sections-panel.tsx'
import { showTextPane } from './text-pane.tsx'
import type { FormDraft, PictureOrder, Price, ToolDefinition } from './tool-definition.ts'
import { useSyncRunToDocument } from './use-sync-run-to-document.ts'
import { useDocument } from './use-document.ts'
import { documentOfBeginning, documentOfExample, documentOfUse, type OpenText } from './text.ts'
import { useRun } from './use-run.ts'
import type { Opened, ToolFormState } from './use-tool-form.ts'
import { picturesOf, sourceSizes, writingPrices } from './writing-prices.ts'
import { useTranslation } from '#app/session/words.tsx'

/** Long enough to read why something was refused. */

/** A request that writes a text. */
type Order = {
  /** @returns the error that refused it, or null */
  send: () => Promise<AppError | null>
  price: Price
  /** The text that it continues. */
  goesOn?: OpenText | null
  /** Whether it was requested next to the text, not in the form. */
  isNextToText?: boolean
  /** Whether it writes a section or an image of the text. */
  isPart?: boolean
}

/** The text next to a form: the request, its run, and the result. */
export function useWriting<Draft extends FormDraft>(
  { tool }: ToolDefinition<Draft>,
  form: ToolFormState<Draft>,
  { use, example }: Opened,
) {
  const { t } = useTranslation('writing')
  const member = useMember()
  const facts = useRootData()
  const model = facts?.toolModel ?? 'demo'
  const search = facts?.search ?? 'none'
  const { draft } = form
  const isFollowed = use !== null && (use.status === 'queued' || use.status === 'running')
  /** The request of the open text; the form may have changed since. */
  const [asked, setAsked] = useState(draft)
  const isOutlineFirst = useRef(false)
  /** The last request. */
  const [last, setLast] = useState<Order | null>(null)
  /** The text that the requested run continues: it stays until the run sends its text. */
  const [continued, setContinued] = useState<OpenText | null>(null)
  const [refusal, setRefusal] = useState<AppError | null>(null)
  const run = useRun(member?.id ?? null)
  const work = useDocument(
    use && !isFollowed ? documentOfUse(use) : example ? documentOfExample(example) : null,
  )
  useSyncRunToDocument(run.state, tool, draft.language, work)
  useFollowed(isFollowed ? use.id : null, run.follow, setRefusal)
  const shown = useShown(run.state, draft.language, { open: work.document, continued })
  const { items: files } = form.files
  const { items: links } = form.links
  const read = shown?.sources
  const sources = useMemo(() => sourceSizes({ files, links }, read ?? []), [files, links, read])
  const prices = writingPrices(tool, { draft, asked, open: work.document }, { sources, model, search })
  const modeOfRetry = shown?.text.content ? 'continue' : 'regenerate'
  /** A begun text continues where it stopped. A refused request, and a part of a text, is sent again. */
  const repeated = last && (last.isPart || run.state.runId === null) ? last : null

  const refuse = (error: AppError | null) => {
    if (!error) return
    const { rule, count } = error.detail ?? {}
    if (error.field && rule)
      form.setProblems({ [error.field]: { rule, ...(count === undefined ? {} : { count }) } })
    setRefusal(error)
  }
  /** An error of a request next to the text appears there, because the form may be screens away. */
  const refuseNextToText = (error: AppError | null) => {
    if (!error) return
    if (isBlockingError(error) || error.field === 'files') return refuse(error)
    showToast({ message: t(`errors.${error.code}`), tone: 'error' })
  }
  /** Every request can be repeated unchanged. After a refusal the pressed button gets the focus back. */
  const begin = async (order: Order) => {
    setLast(order)
    const pressed = window.document.activeElement
    setRefusal(null)
    setContinued(order.goesOn ?? null)
    const error = await order.send()
    if (order.isNextToText) refuseNextToText(error)
    else refuse(error)
    if (error && pressed instanceof HTMLElement) requestAnimationFrame(() => pressed.focus())
  }
  const gather = async () => {
    setRefusal(null)
    try {
      return await form.gather()
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
    await begin({ send: () => run.start(tool, body), price: prices.form })
  }
  const writeAgain = async (id: number, mode: 'continue' | 'regenerate', outline?: string[]) => {
    const along = await gather()
    if (!along) return
    const body = {
      mode,
      files: along.sent,
      left_out: along.leftOut,
      ...(outline ? { outline } : {}),
      ...picturesOf(draft),
    }
    await begin({
      send: () => run.again(id, body),
      price: prices.again(mode),
      goesOn: mode === 'continue' ? work.document : null,
      isNextToText: true,
    })
  }
  const actions = {
    write,
    writeAgain,
    writeSection: (id: number, order: SectionOrder, price: Price) =>
      begin({
        send: () => run.section(id, order),
        price,
        goesOn: work.document,
        isNextToText: true,
        isPart: true,
      }),
    makePicture: (id: number, order: PictureOrder, price: Price) =>
      begin({
        send: () => run.picture(id, order),
        price,
        goesOn: work.document,
        isNextToText: true,
        isPart: true,
      }),
    chooseKind: (isOutline: boolean) => {
      isOutlineFirst.current = isOutline
    },
    stop: async () => refuse(await run.stop()),
    followAgain: async () => refuseNextToText(await run.followAgain()),
    tryAgain: () => {
      if (repeated) void begin(repeated)
      else if (shown?.id == null) void write()
      else void writeAgain(shown.id, modeOfRetry)
    },
  }
  return {
    run,
    work,
    shown,
    asked,
    setAsked,
    prices,
    sources,
    retryPrice: repeated?.price ?? (shown?.id == null ? prices.form : prices.again(modeOfRetry)),
    refusal,
    dropRefusal: () => setRefusal(null),
    actions,
  }
}

/**
 * The content next to the form: the text being written, or the open one until a run has begun. The same object while
 * nothing changes.
 */
function useShown(
  state: RunState,
  language: OutputLanguage,
  { open, continued }: Record<'open' | 'continued', OpenText | null>,
): OpenText | null {
  return useMemo(
    () => (isGoing(state) && state.runId !== null ? documentOfBeginning(state, language, continued) : open),
    [state, language, open, continued],
  )
}

/** A run that was active when the page was opened. */
function useFollowed(
  runId: number | null,
  follow: (runId: number) => Promise<AppError | null>,
  refuse: (error: AppError | null) => void,
): void {
  const followNow = useEffectEvent((id: number) => follow(id).then(refuse))
  useEffect(() => {
    if (runId !== null) void followNow(runId)
  }, [runId])
}
