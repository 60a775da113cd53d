import { useEditorState, type Editor } from '@tiptap/react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { AppError } from '#shared/errors.ts'
import type { PictureShape } from '#shared/pictures.ts'
import type { EditFeature } from '#shared/tools-edit.ts'
import { editLimits, estimateEdit } from '#shared/tools-edit.ts'
import { useFacts } from '#app/session/facts.ts'
import { useMadePictureWords } from '#app/session/made-picture-words.ts'
import { SelectionMenu, SlashMenu, type EditorCommand } from '#app/ui/editor/command-menus.tsx'
import {
  findAgain,
  readEnd,
  readLine,
  readSelection,
  replacePassage,
  type Passage,
} from '#app/ui/editor/passage.ts'
import { insertTable } from '#app/ui/editor/tables.ts'
import { showToast } from '#app/ui/toast.tsx'
import { useEditorWords } from './editor-words.ts'
import { EditPictureWish } from './edit-picture-wish.tsx'
import { EditOffer } from './edit-offer.tsx'
import { EditWish } from './edit-wish.tsx'
import { findEdit, keepEdit, type EditOrder } from './kept-edit.ts'
import { hasResult, useEdit, type EditRequest } from './use-edit.ts'
import { useHeldText } from './use-held-text.ts'
import { WholeCommands } from './whole-commands.tsx'
import type { WrittenText } from './writing-pane.tsx'

type EditCommandsProps = {
  editor: Editor
  /** Of the text. */
  id: number
  languageTag: string
  isRightToLeft: boolean
  hasTags: boolean
  onText: (changes: Partial<WrittenText>) => void
  /** Asks for a picture to put in. */
  onPicture: () => void
}

/** Commands that have a name in the menus of the text. */
type TextFeature = Exclude<EditFeature, 'image'>

const onSelection = ['text-improve', 'text-fix', 'text-short', 'text-long', 'text-continue'] as const
/** As in the history: time to notice a slip. */
const undoMs = 10_000
/** Enough of a text for titles and tags. */
const wholeMax = editLimits.text

/** The editor's AI commands: on a selection, on a line with a slash, for titles and tags. What they make is offered, and taken or left. */
export default function EditCommands({
  editor,
  id,
  languageTag,
  isRightToLeft,
  hasTags,
  onText,
  onPicture,
}: EditCommandsProps) {
  const { t } = useEditorWords()
  const { t: tp } = useMadePictureWords()
  const model = useFacts()?.toolModel ?? 'demo'
  const edit = useEdit(id)
  /** A command that was given before the page was loaded again. */
  const [kept] = useState(() => findEdit(id))
  const [order, setOrder] = useState<EditOrder | null>(
    () => kept && { request: kept.request, passage: findAgain(editor, kept.passage, editLimits.around) },
  )
  const [wish, setWish] = useState<Passage | null>(null)
  /** Where a picture is to stand, while it is described. */
  const [place, setPlace] = useState<Passage | null>(null)
  const isOpen = order !== null || wish !== null || place !== null
  useHeldText(editor, isOpen)
  const cursor = usePlace(editor)
  const editId = edit.state?.editId ?? null
  useEffect(() => {
    if (order && editId !== null) keepEdit(id, { ...order, editId })
  }, [id, order, editId])
  const takeUp = useEffectEvent(() => {
    if (kept) void edit.follow(kept.editId)
  })
  useEffect(() => takeUp(), [])

  const priceOf = (request: EditRequest) => estimateEdit(request, model).expected
  const announce = (error: AppError | null) => {
    if (error) showToast({ message: t(`errors.${error.code}`), tone: 'error' })
  }
  const stop = async () => announce(await edit.stop())
  /** Takes the notice of what was put away from the screen. */
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
    setWish(null)
    setPlace(null)
    setOrder({ request, passage })
    start(request)
  }
  const close = () => {
    void edit.leave().then(announce)
    keepEdit(id, null)
    setOrder(null)
    setWish(null)
    setPlace(null)
    editor.setEditable(true, false)
    editor.view.focus()
  }
  /** What has been made was paid for: put away by a slip, it can be had back. */
  const leave = () => {
    const made = edit.state
    const left = order
    close()
    if (!left || !made || made.status === 'running' || !hasResult(made)) return
    endUndo.current = showToast({
      message: t('editor.edit.left'),
      duration: undoMs,
      action: {
        label: t('editor.edit.takeBack'),
        run: () => {
          edit.offerAgain(made)
          setWish(null)
          setPlace(null)
          setOrder({ request: left.request, passage: findAgain(editor, left.passage, editLimits.around) })
        },
      },
    })
  }
  const take = (markdown: string) => {
    if (!order) return
    editor.setEditable(true, false)
    replacePassage(editor, order.passage, markdown)
    close()
  }
  const command = (feature: TextFeature, read: () => Passage): EditorCommand => {
    const hint = () => {
      const { markdown, before, after } = read()
      return t('editor.edit.price', {
        tokens: priceOf({ feature, text: markdown, before, after, instruction: '' }),
      })
    }
    return {
      name: feature,
      label: t(`editor.edit.command.${feature}`),
      hint: hint(),
      run: () => ask(feature, read()),
    }
  }
  const around = editLimits.around
  const selected = () => readSelection(editor, around)
  // Prices follow what is selected; where nothing is, nobody sees them.
  const selectionCommands = cursor.isSelection
    ? [
        ...onSelection.map((feature) =>
          command(feature, feature === 'text-continue' ? () => readEnd(editor, around) : selected),
        ),
        { name: 'text', label: t('editor.edit.command.text'), run: () => setWish(selected()) },
      ]
    : []
  const line = () => readLine(editor, around)
  const slashCommands = !cursor.isSlash
    ? []
    : [
        command('text-continue', line),
        { name: 'text', label: t('editor.edit.command.text'), run: () => setWish(line()) },
        { name: 'table', label: t('editor.tool.table'), run: () => insertTable(editor) },
        { name: 'picture', label: t('editor.tool.picture'), run: onPicture },
        { name: 'image', label: tp('madepictures.wish.command'), run: () => setPlace(line()) },
      ]
  return (
    <>
      <SelectionMenu
        editor={editor}
        label={t('editor.edit.label')}
        commands={selectionCommands}
        isHidden={isOpen}
      />
      <SlashMenu editor={editor} label={t('editor.edit.label')} commands={slashCommands} isHidden={isOpen} />
      {!isOpen && (
        <WholeCommands
          text={editor.getText({ blockSeparator: '\n\n' })}
          hasTags={hasTags}
          onAsk={(feature, text) => ask(feature, { ...wholeText, markdown: text })}
          onPicture={() => setPlace(readEnd(editor, around))}
        />
      )}
      {wish && (
        <EditWish
          passage={wish}
          priceOf={(instruction) => priceOf({ ...asRequest(wish), feature: 'text', instruction })}
          onAsk={(instruction) => ask('text', wish, instruction)}
          onClose={close}
        />
      )}
      {place && (
        <EditPictureWish
          onAsk={(description, shape) => ask('image', place, description, shape)}
          onClose={close}
        />
      )}
      {order && edit.state && (
        <EditOffer
          state={edit.state}
          feature={order.request.feature}
          before={order.passage.markdown}
          languageTag={languageTag}
          isRightToLeft={isRightToLeft}
          price={priceOf(order.request)}
          onTake={take}
          onTitle={(title) => (onText({ title }), close())}
          onTags={(tags) => (onText({ tags }), close())}
          onStop={() => void stop()}
          onAgain={() => start(order.request)}
          onClose={leave}
        />
      )}
    </>
  )
}

const wholeText: Omit<Passage, 'markdown'> = { from: 0, to: 0, before: '', after: '' }

const asRequest = ({ markdown, before, after }: Passage) => ({ text: markdown, before, after })

/** Where the cursor stands, and about how long the text is: as far as prices depend on it. */
function usePlace(editor: Editor): { isSelection: boolean; isSlash: boolean; key: string } {
  return useEditorState({
    editor,
    selector: ({ editor: { state } }) => {
      const { empty, from, to, $from } = state.selection
      const isSlash = empty && $from.parent.textContent === '/'
      const hundreds = Math.ceil(Math.min(state.doc.content.size, wholeMax) / 100)
      return { isSelection: !empty, isSlash, key: empty && !isSlash ? `${hundreds}` : `${from}-${to}` }
    },
  })
}
