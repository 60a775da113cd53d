import { useCallback, useEffect, useEffectEvent, useMemo, useReducer, useState } from 'react'
import { useRevalidator } from 'react-router'
import { toolsWithTags, type ToolEvent, type WritingTool } from '#shared/tools.ts'
import { useMember, useRootData } from '#app/session/root-data.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { useRunConnection, type RunKind } from '#app/session/use-followed-run.ts'
import type { SaveState } from '../editing/autosave.ts'
import { applyEvent, idleRun, startingRun, type RunState } from './run-state.ts'
import type { AskedSearch } from '../editing/search-score.tsx'
import { factsOfUse, type OpenText } from './text.ts'
import { findToolUse } from '../tool-data.ts'
import type { FormDraft, Price, ToolDefinition } from '../forms/tool-definition.ts'
import type { Opened, ToolFormState } from '../forms/use-tool-form.ts'
import type { SectionOrder } from './sections-panel.tsx'
import { useWritingActions } from './use-writing-actions.ts'
import { sourceSizes, writingPrices } from '../forms/writing-prices.ts'
import {
  hasPlan,
  isGoing,
  isStillWritten,
  openWriting,
  reduceWriting,
  retryOf,
  shownText,
  type WritingAction,
  type WritingState,
} from './writing-state.ts'

const toolRuns: RunKind<ToolEvent, RunState> = {
  idle: idleRun,
  starting: startingRun,
  apply: applyEvent,
  eventsPath: (runId) => `/ai/tool/run/${runId}/events`,
  stopPath: '/ai/tool/stop',
}

/** The text next to the form with everything that is shown about it. */
export type ShownText = {
  kit: ToolDefinition
  /** Its id is null for an example. */
  shown: OpenText
  /** Its Markdown; an example is already parsed. */
  content: string
  /** The form that it was written from. */
  asked: FormDraft
  phase: WritingState['phase']
  run: RunState
  isLineLost: boolean
  /** It is the member's own and no run writes it. */
  isEditable: boolean
  /** Only the outline exists so far. */
  hasPlan: boolean
  hasTags: boolean
  /** The request of a text that people find by a search; null for all others. */
  search: AskedSearch | null
  save: SaveState
  /** The toolbar's slot for the save status; null until it is mounted. */
  statusSlot: HTMLElement | null
  /** A section to write again, until the editor takes the order. */
  askedSection: SectionOrder | null
  /** The price of a rewrite, how many images the form requests, and the price of a retry. */
  tokens: number
  images: number
  retry: Price
}

/** The text next to a form: the request, its run, and the result. The values stay the same until their content changes. */
export function useWriting(kit: ToolDefinition, toolForm: ToolFormState, opened: Opened) {
  const { tool } = kit
  const { form, files, links } = toolForm
  const draft = form.values
  const uuid = useMember()?.id ?? null
  const { toolModel: model = 'demo', search = 'none' } = useRootData() ?? {}
  const [state, dispatch] = useReducer(reduceWriting, opened, (now) => openWriting(draft, now))
  const connection = useRunConnection(
    toolRuns,
    uuid,
    useCallback((run: RunState) => dispatch({ type: 'ran', run }), []),
  )
  useRunEnds(state, tool, dispatch)
  const shown = useMemo(() => shownText(state), [state])
  const read = shown?.sources
  const sources = useMemo(
    () => sourceSizes({ files: files.items, links: links.items }, read ?? []),
    [files.items, links.items, read],
  )
  const prices = writingPrices(
    tool,
    { draft, asked: state.asked, open: state.text },
    { sources, model, search },
  )
  const { mode, part } = retryOf(state, shown)
  const retry = part?.price ?? prices.again(mode)
  const [statusSlot, setStatusSlot] = useState<HTMLElement | null>(null)
  const [askedSection, askSection] = useState<SectionOrder | null>(null)
  const actions = useWritingActions({
    kit,
    toolForm,
    state,
    shown,
    dispatch,
    connection,
    uuid,
    setStatusSlot,
    askSection,
  })
  const follow = useEffectEvent((id: number) => connection.follow(id).then(actions.refuse))
  const followedId = isStillWritten(opened.use) ? opened.use.id : null
  useEffect(() => {
    if (followedId !== null) void follow(followedId)
  }, [followedId])

  const { phase, run, asked, save, error } = state
  const { isLineLost, isStopping } = connection
  const { againTokens: tokens } = prices
  const { images } = prices.form
  const { tokens: retryTokens, images: retryImages } = retry
  const isPlan = shown !== null && hasPlan(shown, state, tool)
  const isOwn = kit.isOwn ?? false
  const searched = useMemo(() => findSearch(asked, isOwn), [asked, isOwn])
  const text = useMemo(
    (): ShownText | null =>
      shown && {
        kit,
        shown,
        content: shown.source ?? shown.text.content,
        asked,
        phase,
        run,
        isLineLost,
        isEditable: phase !== 'running' && shown.id !== null,
        hasPlan: isPlan,
        hasTags: toolsWithTags.includes(kit.tool) || shown.text.tags.length > 0,
        search: searched,
        save,
        statusSlot,
        askedSection,
        tokens,
        images,
        retry: { tokens: retryTokens, images: retryImages },
      },
    [
      kit,
      shown,
      asked,
      phase,
      run,
      isLineLost,
      isPlan,
      searched,
      save,
      statusSlot,
      askedSection,
      tokens,
      images,
      retryTokens,
      retryImages,
    ],
  )
  const openId = state.text?.id ?? null
  const status = useMemo(
    () => ({ phase, isBusy: isGoing({ phase }), isStopping, error, openId, sources }),
    [phase, isStopping, error, openId, sources],
  )
  return { text, status, actions }
}

/** What the form needs of the writing; it does not change with every word of a text. */
export type WritingStatus = ReturnType<typeof useWriting>['status']

/** A member's own text is scored for the keywords that are typed below it. */
function findSearch(asked: FormDraft, isOwn: boolean): AskedSearch | null {
  if ('keywords' in asked) return asked as FormDraft & AskedSearch
  return isOwn ? { ...asked, keywords: '', hasTags: false } : null
}

/** A run's address can be reloaded from the first moment. At its end the text's row and the balance are read again. */
function useRunEnds(
  { phase, run }: WritingState,
  tool: WritingTool,
  dispatch: (action: WritingAction) => void,
): void {
  const { revalidate } = useRevalidator()
  const getSupabase = useSupabase()
  const { runId } = run
  useEffect(() => {
    if ((phase === 'running' || phase === 'ended') && runId !== null) addressRun(tool, runId)
  }, [phase, runId, tool])
  /** A second attempt that failed leaves the text of before in its place. */
  const readAgain = async (id: number, isFailed: boolean) => {
    try {
      const use = await findToolUse(await getSupabase(), id)
      if (use && isFailed) dispatch({ type: 'reopened', use })
      else if (use) dispatch({ type: 'updated', id, changes: factsOfUse(use) })
    } catch (error) {
      console.warn('The text could not be read again after its run.', error)
    }
  }
  const end = useEffectEvent(() => {
    if (runId !== null) void readAgain(runId, run.status === 'failed')
    // The balance in the header.
    void revalidate()
  })
  useEffect(() => {
    if (phase === 'ended') end()
  }, [phase])
}

function addressRun(tool: WritingTool, runId: number): void {
  const address = new URL(window.location.href)
  address.search = `?tool=${tool}&id=${runId}`
  window.history.replaceState(window.history.state, '', address)
}
