import type { Editor } from '@tiptap/react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { AppError } from '#shared/errors.ts'
import type { PictureShape } from '#shared/pictures.ts'
import { editLimits, estimateEdit, type EditFeature } from '#shared/tools-edit.ts'
import { useRootData } from '#app/session/root-data.ts'
import { isRunGoing } from '#app/session/use-followed-run.ts'
import { findAgain, replacePassage, type Passage } from '#app/ui/editor/passage.ts'
import { showToast } from '#app/ui/toast.tsx'
import { useEditorWords } from './editor-words.ts'
import { loadEdit, saveEdit, type ActiveEdit } from './stored-edit.ts'
import { hasResult, useEdit, type EditRequest } from './use-edit.ts'
import { useReadOnlyWhile } from './use-read-only-while.ts'

/**
 * A command from its instruction to its end: the request, the result, and the member's decision. @param id of the text
 */
export function useEditCommand(editor: Editor, id: number) {
  const { t } = useEditorWords()
  const model = useRootData()?.toolModel ?? 'demo'
  const edit = useEdit(id)
  /** A command that was given before the page was loaded again. */
  const [stored] = useState(() => loadEdit(id))
  const [active, setActive] = useState<ActiveEdit | null>(
    () =>
      stored && { request: stored.request, passage: findAgain(editor, stored.passage, editLimits.around) },
  )
  const [target, setTarget] = useState<Passage | null>(null)
  /** The position for an image while the member describes it. */
  const [picturePlace, setPicturePlace] = useState<Passage | null>(null)
  const isOpen = active !== null || target !== null || picturePlace !== null
  useReadOnlyWhile(editor, isOpen)
  const editId = edit.state?.runId ?? null
  useEffect(() => {
    if (active && editId !== null) saveEdit(id, { ...active, editId })
  }, [id, active, editId])
  const takeUp = useEffectEvent(() => {
    if (stored) void edit.follow(stored.editId)
  })
  useEffect(() => takeUp(), [])

  const priceOf = (request: EditRequest) => estimateEdit(request, model).expected
  const announce = (error: AppError | null) => {
    if (error) showToast({ message: t(`errors.${error.code}`), tone: 'error' })
  }
  const stop = async () => announce(await edit.stop())
  /** Removes the undo notice of a discarded result. */
  const endUndo = useRef<() => void>(undefined)
  useEffect(() => () => endUndo.current?.(), [])
  const start = (request: EditRequest) => {
    endUndo.current?.()
    void edit.start(request)
  }
  const ask = (feature: EditFeature, passage: Passage, instruction = '', shape?: PictureShape) => {
    const request = {
      feature,
      text: passage.markdown,
      before: passage.before,
      after: passage.after,
      instruction,
      ...(shape ? { shape } : {}),
    }
    setTarget(null)
    setPicturePlace(null)
    setActive({ request, passage })
    start(request)
  }
  const close = () => {
    void edit.leave().then(announce)
    saveEdit(id, null)
    setActive(null)
    setTarget(null)
    setPicturePlace(null)
    editor.setEditable(true, false)
    editor.view.focus()
  }
  /** The result was paid for: after an accidental discard it can be restored. */
  const leave = () => {
    const made = edit.state
    const left = active
    close()
    if (!left || !made || isRunGoing(made) || !hasResult(made)) return
    endUndo.current = showToast({
      message: t('editor.edit.left'),
      action: {
        label: t('editor.edit.takeBack'),
        run: () => {
          edit.offerAgain(made)
          setTarget(null)
          setPicturePlace(null)
          setActive({ request: left.request, passage: findAgain(editor, left.passage, editLimits.around) })
        },
      },
    })
  }
  const take = (markdown: string) => {
    if (!active) return
    editor.setEditable(true, false)
    replacePassage(editor, active.passage, markdown)
    close()
  }
  return {
    state: edit.state,
    isLineLost: edit.isLineLost,
    active,
    target,
    picturePlace,
    isOpen,
    setTarget,
    setPicturePlace,
    priceOf,
    ask,
    again: () => active && start(active.request),
    stop: () => void stop(),
    take,
    leave,
    close,
  }
}
