import type { Editor } from '@tiptap/react'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { AppError } from '#shared/errors.ts'
import { editLimits, estimateEdit, type EditFeature } from '#shared/tools-edit.ts'
import { useMember, useRootData } from '#app/session/root-data.ts'
import { isRunGoing } from '#app/session/use-followed-run.ts'
import { afterPassage, findAgain, replacePassage, type Passage } from '#app/ui/editor/passage.ts'
import { showToast } from '#app/ui/toast.tsx'
import { useTranslation } from '#app/session/words.tsx'
import { storedEdit, type ActiveEdit } from './stored-edit.ts'
import { hasResult, useEdit, type EditRequest } from './use-edit.ts'
import { useReadOnlyWhile } from './use-read-only-while.ts'

/** A command that needs words, a description or a language before it starts, and the passage for its result. */
type Question = { of: 'text' | 'image' | 'text-translate'; passage: Passage }

/**
 * A command from its instruction to its end: the request, the result, and the member's decision. @param id of the text
 */
export function useEditCommand(editor: Editor, id: number) {
  const { t } = useTranslation('writing', 'editor')
  const { toolModel: model = 'demo', search = 'none' } = useRootData() ?? {}
  const edit = useEdit(id)
  const memberId = useMember()?.id ?? null
  const place = useMemo(() => storedEdit.of(memberId, id), [memberId, id])
  /** A command that was given before the page was loaded again. */
  const [stored] = useState(place.load)
  const [active, setActive] = useState<ActiveEdit | null>(
    () =>
      stored && { request: stored.request, passage: findAgain(editor, stored.passage, editLimits.around) },
  )
  const [question, setQuestion] = useState<Question | null>(null)
  const isOpen = active !== null || question !== null
  useReadOnlyWhile(editor, isOpen)
  const editId = edit.state?.runId ?? null
  useEffect(() => {
    if (active && editId !== null) place.save({ ...active, editId })
  }, [place, active, editId])
  const takeUp = useEffectEvent(() => {
    if (stored) void edit.follow(stored.editId)
  })
  useEffect(() => takeUp(), [])

  const priceOf = (request: EditRequest) => estimateEdit(request, model, search).expected
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
  const ask = (
    feature: EditFeature,
    passage: Passage,
    answer: Partial<Pick<EditRequest, 'instruction' | 'shape' | 'language'>> = {},
  ) => {
    const { markdown: text, before, after } = passage
    const request = { feature, text, before, after, instruction: '', ...answer }
    setQuestion(null)
    setActive({ request, passage })
    start(request)
  }
  const close = () => {
    void edit.leave().then(announce)
    place.save(null)
    setActive(null)
    setQuestion(null)
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
          setQuestion(null)
          setActive({ request: left.request, passage: findAgain(editor, left.passage, editLimits.around) })
        },
      },
    })
  }
  const put = (markdown: string, place: (passage: Passage) => Passage) => {
    if (!active) return
    editor.setEditable(true, false)
    replacePassage(editor, place(active.passage), markdown)
    close()
  }
  return {
    state: edit.state,
    isLineLost: edit.isLineLost,
    active,
    question,
    isOpen,
    putQuestion: (of: Question['of'], passage: Passage) => setQuestion({ of, passage }),
    priceOf,
    ask,
    again: () => active && start(active.request),
    stop: () => void stop(),
    take: (markdown: string) => put(markdown, (passage) => passage),
    /** Leaves the passage as it is and puts the result on a line after it. */
    insertBelow: (markdown: string) => put(markdown, (passage) => afterPassage(editor, passage)),
    leave,
    close,
  }
}
