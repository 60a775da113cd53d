import { useEditorState, type Editor } from '@tiptap/react'
import { Suspense, useEffect, useEffectEvent } from 'react'
import { createPortal } from 'react-dom'
import { countCharacters } from '#shared/characters.ts'
import { editLimits, textMaxOf, type EditFeature, type PassageFeature } from '#shared/tools-edit.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { useRootData } from '#app/session/root-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import { SelectionMenu, SlashMenu, type EditorCommand } from '#app/ui/editor/command-menus.tsx'
import {
  readEnd,
  readLine,
  readSection,
  readSelection,
  readWhole,
  type Passage,
} from '#app/ui/editor/passage.ts'
import { insertDivider, insertTable } from '#app/ui/editor/tables.ts'
import { showToast } from '#app/ui/toast.tsx'
import { PictureInstruction } from './picture-instruction.tsx'
import { SuggestionPanel } from './suggestion-panel.tsx'
import { EditCommand } from './edit-command.tsx'
import { TranslateForm } from './translate-form.tsx'
import { requestOn, useEditCommand } from './use-edit-command.ts'
import { DocumentCommands } from '../writing/document-commands.tsx'
import type { SectionOrder } from '../writing/sections-panel.tsx'
import { useActions, useShownText } from '../writing/writing-context.ts'

const SearchScore = lazyWithRetry(() => import('./search-score.tsx'))

type EditCommandsProps = {
  editor: Editor
  /** Where the score for a search does not move the text; null until it is mounted, and for texts without one. */
  searchSlot: HTMLElement | null
  /** Asks for an image to insert. */
  onPicture: () => void
}

/** Commands that have a name in the menus of the text. */
type TextFeature = Exclude<PassageFeature, 'image'>

const onSelection = [
  'text-improve',
  'text-fix',
  'text-short',
  'text-long',
  'text-formal',
  'text-friendly',
  'text-continue',
] as const
/** Enough of a text for titles and tags. */
const wholeMax = editLimits.text

/**
 * The editor's AI commands: for a selection, a line with a slash, titles and tags. Their results are suggestions to
 * accept or reject.
 */
export default function EditCommands({ editor, searchSlot, onPicture }: EditCommandsProps) {
  const { t } = useTranslation('writing', 'editor', 'errors')
  const { t: tp } = useTranslation('madepictures', 'pictures')
  const canSearch = (useRootData()?.search ?? 'none') !== 'none'
  const cursor = usePlace(editor)
  const { shown, content, isEditable, hasTags, search, askedSection, kit } = useShownText()
  const { askSection } = useActions()
  const command = useEditCommand(editor, shown.id ?? 0, content)
  const { state, priceOf, close } = command
  const isOpen = state.phase !== 'closed'
  const question = state.phase === 'asking' ? state.question : null
  /** Does it unless the server would refuse the passage: that is said before anything is asked or sent. */
  const within = (feature: EditFeature, { markdown }: Passage, work: () => void) => {
    const count = textMaxOf(feature)
    if (countCharacters(markdown) <= count) work()
    else showToast({ message: t('editor.edit.tooLong', { count }), tone: 'error' })
  }
  const ask: typeof command.ask = (of, passage) => within(of, passage, () => command.ask(of, passage))
  const start: typeof command.start = (feature, passage, answer) =>
    within(feature, passage, () => command.start(feature, passage, answer))
  const around = editLimits.around
  const rewrite = useEffectEvent((order: SectionOrder) => {
    askSection(null)
    const { number, heading, mode, instruction } = order
    const isFeed = kit.tool === 'instagram-feed'
    const passage = readSection(editor, { number, heading }, { aroundMax: around, isFeed })
    if (isOpen) showToast({ message: t('editor.edit.decide'), tone: 'error' })
    else if (!passage) showToast({ message: t('errors.edit_conflict'), tone: 'error' })
    else
      start(mode === 'fit' ? 'section-fit' : 'section', passage, {
        instruction,
        section: { number, heading },
      })
  })
  useEffect(() => {
    if (askedSection) rewrite(askedSection)
  }, [askedSection])
  const named = (feature: TextFeature, read: () => Passage): EditorCommand => {
    const hint = () => {
      const tokens = priceOf({ ...requestOn(read()), feature, instruction: '' })
      return t('editor.edit.price', { tokens })
    }
    return {
      name: feature,
      label: t(`editor.edit.command.${feature}`),
      hint: hint(),
      run: () => start(feature, read()),
    }
  }
  const selected = () => readSelection(editor, around)
  // Prices depend on the selection; without one they are not visible.
  const selectionCommands = cursor.isSelection
    ? [
        ...onSelection.map((feature) =>
          named(feature, feature === 'text-continue' ? () => readEnd(editor, around) : selected),
        ),
        ...(canSearch ? [named('text-facts', selected)] : []),
        {
          name: 'text-translate',
          label: t('editor.edit.command.text-translate'),
          run: () => ask('text-translate', selected()),
        },
        {
          name: 'text',
          label: t('editor.edit.command.text'),
          run: () => ask('text', selected()),
        },
      ]
    : []
  const line = () => readLine(editor, around)
  const slashCommands = !cursor.isSlash
    ? []
    : [
        named('text-continue', line),
        { name: 'text', label: t('editor.edit.command.text'), run: () => ask('text', line()) },
        { name: 'table', label: t('editor.tool.table'), run: () => insertTable(editor) },
        { name: 'divider', label: t('editor.tool.divider'), run: () => insertDivider(editor) },
        { name: 'picture', label: t('editor.tool.picture'), run: onPicture },
        {
          name: 'image',
          label: tp('madepictures.instruction.command'),
          run: () => ask('image', line()),
        },
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
        <DocumentCommands
          text={editor.getText({ blockSeparator: '\n\n' })}
          hasTags={hasTags}
          onAsk={(feature, text) =>
            start(feature, feature === 'text-fix' ? readWhole(editor) : { ...wholeText, markdown: text })
          }
          onPicture={() => ask('image', readEnd(editor, around))}
        />
      )}
      {search &&
        searchSlot &&
        isEditable &&
        createPortal(
          <Suspense>
            <SearchScore
              key={shown.id}
              editor={editor}
              textId={shown.id ?? 0}
              text={shown.text}
              asked={search}
              isBusy={isOpen}
              priceOf={({ feature, passage, instruction }) =>
                t('writing.again.price', { tokens: priceOf({ ...requestOn(passage), feature, instruction }) })
              }
              onFix={({ feature, passage, instruction }) => start(feature, passage, { instruction })}
              onPicture={() => ask('image', readEnd(editor, around))}
            />
          </Suspense>,
          searchSlot,
        )}
      {question?.of === 'text' && (
        <EditCommand
          passage={question.passage}
          priceOf={(instruction) => priceOf({ ...requestOn(question.passage), feature: 'text', instruction })}
          onAsk={(instruction) => start('text', question.passage, { instruction })}
          onClose={close}
        />
      )}
      {question?.of === 'text-translate' && (
        <TranslateForm
          passage={question.passage}
          from={shown.language}
          price={priceOf({ ...requestOn(question.passage), feature: 'text-translate', instruction: '' })}
          onAsk={(into) => start('text-translate', question.passage, { language: into })}
          onClose={close}
        />
      )}
      {question?.of === 'image' && (
        <PictureInstruction
          onAsk={(instruction, shape) => start('image', question.passage, { instruction, shape })}
          onClose={close}
        />
      )}
      {(state.phase === 'running' || state.phase === 'made') && (
        <SuggestionPanel command={command} edit={state.edit} result={state.result} />
      )}
    </>
  )
}

const wholeText: Omit<Passage, 'markdown'> = { from: 0, to: 0, before: '', after: '' }

/** The cursor's position and the approximate length of the text, as far as prices depend on them. */
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
