import type { Editor } from '@tiptap/react'
import { useCallback, useEffect, useEffectEvent, useMemo, useReducer, useRef, useState } from 'react'
import type { AppError } from '#shared/errors.ts'
import { editLimits, estimateEdit, isSectionFeature, type EditFeature } from '#shared/tools-edit.ts'
import { estimateSection } from '#shared/edit-prices.ts'
import { useMember, useRootData } from '#app/session/root-data.ts'
import { useRunConnection } from '#app/session/use-followed-run.ts'
import {
  afterPassage,
  findAgain,
  followPassage,
  replacePassage,
  type Passage,
} from '#app/ui/editor/passage.ts'
import { showToast } from '#app/ui/toast.tsx'
import { useTranslation } from '#app/session/words.tsx'
import {
  edits,
  hasResult,
  reduceCommand,
  type ActiveEdit,
  type CommandState,
  type EditRequest,
  type EditResult,
  type Question,
} from './edit-state.ts'
import { storedEdit } from './stored-edit.ts'
import { useReadOnlyWhile } from '../writing/use-read-only-while.ts'

/**
 * A command from its instruction to its end: the request, the result, and the member's decision.
 * @param id of the text @param content the whole text, which a section is priced by
 */
export function useEditCommand(editor: Editor, id: number, content: string) {
  const { t } = useTranslation('writing', 'editor', 'errors')
  const { toolModel: model = 'demo', search = 'none' } = useRootData() ?? {}
  const uuid = useMember()?.id ?? null
  const place = useMemo(() => storedEdit.of(uuid, id), [uuid, id])
  /** A command that was given before the page was loaded again. */
  const [stored] = useState(place.load)
  const found = (edit: ActiveEdit): ActiveEdit => ({
    request: edit.request,
    passage: findAgain(editor, edit.passage, editLimits.around),
  })
  const [state, dispatch] = useReducer(reduceCommand, stored, (before): CommandState =>
    before ? { phase: 'waiting', edit: found(before) } : { phase: 'closed' },
  )
  const show = useCallback((result: EditResult) => dispatch({ type: 'ran', result }), [])
  const { isLineLost, post, follow, stop: stopRun, clear } = useRunConnection(edits, uuid, show)
  useReadOnlyWhile(editor, state.phase !== 'closed')
  const active = 'edit' in state ? state.edit : null
  const editId = 'result' in state ? state.result.runId : null
  useEffect(() => {
    if (active && editId !== null) place.save({ ...active, editId })
  }, [place, active, editId])

  const priceOf = (request: EditRequest): number => {
    const { feature, text, instruction } = request
    if (isSectionFeature(feature))
      return estimateSection({ text: content, section: text, instruction }, model).expected
    return estimateEdit({ ...request, feature }, model, search).expected
  }
  const announce = (error: AppError | null) => {
    // It ended in the same moment.
    if (error && error.code !== 'not_running')
      showToast({ message: t(`errors.${error.code}`), tone: 'error' })
  }
  /** A command that was discarded while it ran: the next one begins when it has ended. */
  const leaving = useRef<Promise<unknown>>(undefined)
  /** Removes the undo notice of a discarded result. */
  const endUndo = useRef<() => void>(undefined)
  useEffect(() => () => endUndo.current?.(), [])
  const play = async (edit: ActiveEdit, begin: () => Promise<AppError | null>) => {
    endUndo.current?.()
    await leaving.current
    const error = await begin()
    if (error) dispatch({ type: 'refused', edit, error })
  }
  const start = (edit: ActiveEdit) => {
    dispatch({ type: 'requested', edit })
    void play(edit, () => post('/ai/tool/edit', { ...edit.request, id, uuid }))
  }
  const takeUp = useEffectEvent(() => {
    if (stored && active) void play(active, () => follow(stored.editId))
  })
  useEffect(() => takeUp(), [])

  const close = () => {
    // Its result would not be visible.
    const stopped = state.phase === 'running' ? stopRun() : Promise.resolve(null)
    leaving.current = stopped.finally(clear)
    void stopped.then(announce)
    dispatch({ type: 'closed' })
    place.save(null)
    editor.setEditable(true, false)
    editor.view.focus()
  }
  // Blanks are filled and words replaced elsewhere in the text meanwhile.
  const followed = useRef<ReturnType<typeof followPassage>>(undefined)
  const passage = active?.passage
  useEffect(() => {
    if (!passage) return
    followed.current = followPassage(editor, passage)
    return followed.current.end
  }, [editor, passage])
  const put = (markdown: string, position: (passage: Passage) => Passage) => {
    if (!followed.current) return
    editor.setEditable(true, false)
    replacePassage(editor, position(followed.current.find()), markdown)
    close()
  }
  return {
    state,
    isLineLost,
    ask: (of: Question['of'], passage: Passage) => dispatch({ type: 'asked', question: { of, passage } }),
    priceOf,
    start: (
      feature: EditFeature,
      passage: Passage,
      answer: Partial<Pick<EditRequest, 'instruction' | 'shape' | 'language' | 'section'>> = {},
    ) => start({ request: { ...requestOn(passage), feature, instruction: '', ...answer }, passage }),
    again: () => active && start(active),
    stop: async () => announce(await stopRun()),
    take: (markdown: string) => put(markdown, (passage) => passage),
    /** Leaves the passage as it is and puts the result on a line after it. */
    insertBelow: (markdown: string) => put(markdown, (passage) => afterPassage(editor, passage)),
    /** The result was paid for: after an accidental discard it can be restored. */
    leave() {
      close()
      if (state.phase !== 'made' || !hasResult(state.result)) return
      const { edit, result } = state
      endUndo.current = showToast({
        message: t('editor.edit.left'),
        action: {
          label: t('editor.edit.takeBack'),
          run: () => dispatch({ type: 'restored', edit: found(edit), result }),
        },
      })
    },
    close,
  }
}

export type EditCommandActions = ReturnType<typeof useEditCommand>

export const requestOn = ({ markdown, before, after }: Passage) => ({ text: markdown, before, after })
