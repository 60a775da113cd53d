import { useMemo, useRef } from 'react'
import { AppError } from '#shared/errors.ts'
import { toolFilesMax } from '#shared/tools.ts'
import { isBlockingError } from '#app/session/is-blocking-error.ts'
import type { RunConnection } from '#app/session/use-followed-run.ts'
import { useTranslation } from '#app/session/words.tsx'
import type { EditorAccess } from '#app/ui/editor/editor.tsx'
import { showToast } from '#app/ui/toast.tsx'
import { useStableCallbacks } from '#app/ui/use-stable-callbacks.ts'
import type { SaveState } from '../editing/autosave.ts'
import { loadExample, type Example } from '../forms/example.ts'
import type { SectionOrder } from './sections-panel.tsx'
import { documentOfExample, type OpenText, type WrittenText } from './text.ts'
import { showTextPane } from './text-pane-id.ts'
import type { FormDraft, PictureOrder, Price, ToolDefinition } from '../forms/tool-definition.ts'
import type { ToolFormState } from '../forms/use-tool-form.ts'
import { picturesOf } from '../forms/writing-prices.ts'
import {
  retryOf,
  type Changes,
  type WritingAction,
  type WritingRequest,
  type WritingState,
} from './writing-state.ts'

/** What the panels and commands of the writing page do. The functions are always the same ones. */
export type WritingActions = ReturnType<typeof useWritingActions>

type Parts = {
  kit: ToolDefinition
  toolForm: ToolFormState
  state: WritingState
  shown: OpenText | null
  dispatch: (action: WritingAction) => void
  connection: RunConnection
  uuid: string | null
  setStatusSlot: (slot: HTMLElement | null) => void
  /** Null: the order is taken. */
  askSection: (order: SectionOrder | null) => void
}

export function useWritingActions({
  kit,
  toolForm,
  state,
  shown,
  dispatch,
  connection,
  uuid,
  setStatusSlot,
  askSection,
}: Parts) {
  const { t, language } = useTranslation('writing', 'errors')
  const editor = useRef<EditorAccess>(undefined)
  const { tool } = kit
  const { form } = toolForm
  const draft = form.values

  /** Shows the error at its field, else in the form. @returns whether a field has the focus now */
  const refuse = (error: AppError | null): boolean => {
    if (!error) return false
    const { rule, count } = error.detail ?? {}
    if (
      error.field &&
      rule &&
      form.refuse({ [error.field]: count === undefined ? { rule } : { rule, count } })
    )
      return true
    dispatch({ type: 'refused', error })
    return false
  }
  /** An error of a request next to the text appears there, because the form may be screens away. */
  const refuseNextToText = (error: AppError | null): boolean => {
    if (!error) return false
    if (isBlockingError(error) || error.field === 'files') return refuse(error)
    showToast({ message: t(`errors.${error.code}`), tone: 'error' })
    return false
  }
  /** After a refusal the pressed button gets the focus back, unless a field has it. */
  const begin = async (request: WritingRequest) => {
    const pressed = document.activeElement
    dispatch({ type: 'requested', request })
    const error = await connection.post(request.path, { ...request.body, uuid })
    const isAtField = request.isNextToText ? refuseNextToText(error) : refuse(error)
    if (error && !isAtField && pressed instanceof HTMLElement) requestAnimationFrame(() => pressed.focus())
  }
  const gather = async () => {
    dispatch({ type: 'dismissed' })
    try {
      return await toolForm.gather()
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refuse(error)
      return null
    }
  }
  const change = (id: number, what: string, body: object) => ({
    path: `/ai/tool/run/${id}/${what}`,
    body,
    asked: state.asked,
    isNextToText: true,
  })
  const makePicture = async (order: PictureOrder, part: Price) => {
    const continues = state.text
    if (continues?.id != null) await begin({ ...change(continues.id, 'picture', order), continues, part })
  }
  const writeAgain = async (mode: 'continue' | 'regenerate', outline?: string[]) => {
    const id = shown?.id
    const along = id == null ? null : await gather()
    if (id == null || !along) return
    const files = { files: along.sent, left_out: along.leftOut }
    const body = { mode, ...files, ...(outline ? { outline } : {}), ...picturesOf(draft) }
    const continues = mode === 'continue' ? state.text : null
    await begin({ ...change(id, 'again', body), continues, part: null })
  }
  const offerUndo = (message: string, run: () => void) =>
    showToast({ message, action: { label: t('writing.form.undo'), run } })

  const { openExample } = useStableCallbacks({
    /** After it has loaded: the form and the text are those of now, with everything typed meanwhile. */
    openExample: (found: Example) => {
      const asked = toolForm.fill(found.draft)
      connection.clear()
      dispatch({ type: 'exampleOpened', text: documentOfExample(found), asked })
      showTextPane()
      if (toolForm.isEmpty) return
      const { text, asked: askedBefore } = state
      offerUndo(t('writing.form.filled'), () => {
        form.change(draft)
        dispatch({ type: 'exampleClosed', text, asked: askedBefore })
      })
    },
  })
  const stable = useStableCallbacks({
    refuse,
    dismissError: () => dispatch({ type: 'dismissed' }),
    /** Resolves when the request is sent: the form is usable again before the run's last event. */
    write: async (draft: FormDraft, isOutlineFirst: boolean) => {
      const along = uuid && (await gather())
      if (!along) return
      const { sent, leftOut } = along
      showTextPane()
      const body = {
        ...draft,
        ...(toolFilesMax[tool] > 0 ? { files: sent } : {}),
        ...(leftOut.length > 0 ? { left_out: leftOut } : {}),
        ...(isOutlineFirst ? { outline_first: true } : {}),
      }
      const path = `/ai/tool/${tool}`
      void begin({ path, body, asked: draft, continues: null, isNextToText: false, part: null })
    },
    writeAgain,
    makePicture,
    tryAgain: async () => {
      const { mode, part } = retryOf(state, shown)
      await (part ? begin(part.request) : writeAgain(mode))
    },
    stop: async () => refuse(await connection.stop()),
    followAgain: async () => refuseNextToText(await connection.followAgain()),
    edit: (changes: Partial<WrittenText>) => dispatch({ type: 'edited', changes }),
    update: (id: number, changes: Changes) => dispatch({ type: 'updated', id, changes }),
    replace: (text: WrittenText, changes?: Partial<OpenText>) =>
      dispatch({ type: 'replaced', text, ...(changes ? { changes } : {}) }),
    showSave: (id: number, save: SaveState) => dispatch({ type: 'saved', id, save }),
    showExample: async () => {
      openExample(await loadExample(tool, language))
    },
    reset: () => {
      const putBack = toolForm.reset()
      if (!toolForm.isEmpty) offerUndo(t('writing.form.cleared'), putBack)
      dispatch({ type: 'exampleClosed', text: null })
    },
    setStatusSlot,
    askSection,
    setEditor: (access: EditorAccess) => {
      editor.current = access
    },
  })
  return useMemo(() => ({ ...stable, editor }), [stable])
}
