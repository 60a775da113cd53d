import { useEditorState, type Editor } from '@tiptap/react'
import type { ReactNode } from 'react'
import { LinkIcon, SearchIcon } from '#app/ui/icons.tsx'
import { alignments } from '#shared/text-marks.ts'
import { useRovingFocus } from './use-roving-focus.ts'
import { alignSelection, readAlignmentAt } from './marks.ts'
import { insertDivider, insertTable } from './tables.ts'
import { AlignIcon, FocusIcon, HighlightIcon, OutlineIcon } from './toolbar-icons.tsx'
import styles from './editor.module.css'

export type ToolbarWords = Record<
  | 'toolbar'
  | 'bold'
  | 'italic'
  | 'underline'
  | 'strike'
  | 'highlight'
  | 'heading2'
  | 'heading3'
  | 'bullets'
  | 'numbers'
  | 'quote'
  | 'alignLeft'
  | 'alignCenter'
  | 'alignRight'
  | 'divider'
  | 'link'
  | 'table'
  | 'picture'
  | 'find'
  | 'outline'
  | 'focus'
  | 'undo'
  | 'redo'
  | 'tableTools'
  | 'rowAfter'
  | 'columnAfter'
  | 'rowBefore'
  | 'columnBefore'
  | 'rowDelete'
  | 'columnDelete'
  | 'tableDelete',
  string
>

const alignWords = { left: 'alignLeft', center: 'alignCenter', right: 'alignRight' } as const

type ToolbarProps = {
  editor: Editor
  words: ToolbarWords
  /** Opens the form for a link's address. */
  onLink: () => void
  /** Asks for an image; null where images are not allowed. */
  onPicture: (() => void) | null
  /** Opens find and replace. */
  onFind: () => void
  /** Opens the list of headings, and closes it. */
  onOutline: () => void
  /** Shows nothing but the text. */
  onFocusMode: () => void
  /** Receives the slot for the save status, which stays in view while the member writes. */
  onStatusSlot: (slot: HTMLElement | null) => void
}

/** Formatting; inside a table also the commands for its rows and columns. */
export function Toolbar({
  editor,
  words,
  onLink,
  onPicture,
  onFind,
  onOutline,
  onFocusMode,
  onStatusSlot,
}: ToolbarProps) {
  const roving = useRovingFocus()
  const state = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      bold: current.isActive('bold'),
      italic: current.isActive('italic'),
      underline: current.isActive('underline'),
      strike: current.isActive('strike'),
      highlight: current.isActive('highlight'),
      align: readAlignmentAt(current),
      heading2: current.isActive('heading', { level: 2 }),
      heading3: current.isActive('heading', { level: 3 }),
      bullets: current.isActive('bulletList'),
      numbers: current.isActive('orderedList'),
      quote: current.isActive('blockquote'),
      link: current.isActive('link'),
      table: current.isActive('table'),
      canUndo: current.can().undo(),
      canRedo: current.can().redo(),
    }),
  })
  const run = () => editor.chain().focus()
  return (
    <div {...roving} className={styles.toolbar} role="toolbar" aria-label={words.toolbar}>
      <div className={styles.tools}>
        <div className={styles.history}>
          <Tool glyph="↶" label={words.undo} isDisabled={!state.canUndo} onPress={() => run().undo().run()} />
          <Tool glyph="↷" label={words.redo} isDisabled={!state.canRedo} onPress={() => run().redo().run()} />
        </div>
        <Tool
          glyph="H2"
          label={words.heading2}
          isOn={state.heading2}
          onPress={() => run().toggleHeading({ level: 2 }).run()}
        />
        <Tool
          glyph="H3"
          label={words.heading3}
          isOn={state.heading3}
          onPress={() => run().toggleHeading({ level: 3 }).run()}
        />
        <Tool glyph="B" label={words.bold} isOn={state.bold} onPress={() => run().toggleBold().run()} />
        <Tool glyph="I" label={words.italic} isOn={state.italic} onPress={() => run().toggleItalic().run()} />
        <Tool
          glyph="U"
          label={words.underline}
          isOn={state.underline}
          onPress={() => run().toggleUnderline().run()}
        />
        <Tool glyph="S" label={words.strike} isOn={state.strike} onPress={() => run().toggleStrike().run()} />
        <Tool label={words.highlight} isOn={state.highlight} onPress={() => run().toggleHighlight().run()}>
          <HighlightIcon />
        </Tool>
        <Tool
          glyph="•"
          label={words.bullets}
          isOn={state.bullets}
          onPress={() => run().toggleBulletList().run()}
        />
        <Tool
          glyph="1."
          label={words.numbers}
          isOn={state.numbers}
          onPress={() => run().toggleOrderedList().run()}
        />
        <Tool
          glyph="“"
          label={words.quote}
          isOn={state.quote}
          onPress={() => run().toggleBlockquote().run()}
        />
        {alignments.map((align) => (
          <Tool
            key={align}
            label={words[alignWords[align]]}
            isOn={state.align === align}
            isDisabled={state.align === null}
            onPress={() => alignSelection(editor, align)}
          >
            <AlignIcon to={align} />
          </Tool>
        ))}
        <Tool label={words.link} isOn={state.link} onPress={onLink}>
          <LinkIcon size={18} />
        </Tool>
        <Tool
          glyph="⊞"
          label={words.table}
          isOn={state.table}
          isDisabled={state.table}
          onPress={() => insertTable(editor)}
        />
        <Tool glyph="—" label={words.divider} onPress={() => insertDivider(editor)} />
        {onPicture && <Tool glyph="▣" label={words.picture} onPress={onPicture} />}
        <Tool label={words.find} onPress={onFind}>
          <SearchIcon size={18} />
        </Tool>
        <Tool label={words.outline} onPress={onOutline}>
          <OutlineIcon />
        </Tool>
        <Tool label={words.focus} onPress={onFocusMode}>
          <FocusIcon />
        </Tool>
        <span ref={onStatusSlot} className={styles.status} />
      </div>
      {state.table && <TableTools editor={editor} words={words} />}
    </div>
  )
}

function TableTools({ editor, words }: Pick<ToolbarProps, 'editor' | 'words'>) {
  const run = () => editor.chain().focus()
  const tools = [
    ['rowAfter', () => run().addRowAfter().run()],
    ['columnAfter', () => run().addColumnAfter().run()],
    ['rowDelete', () => run().deleteRow().run()],
    ['columnDelete', () => run().deleteColumn().run()],
    ['rowBefore', () => run().addRowBefore().run()],
    ['columnBefore', () => run().addColumnBefore().run()],
    ['tableDelete', () => run().deleteTable().run()],
  ] as const
  return (
    <div className={styles.tableTools} role="group" aria-label={words.tableTools}>
      {tools.map(([name, press]) => (
        <button
          key={name}
          type="button"
          className={styles.wordTool}
          onMouseDown={(event) => event.preventDefault()}
          onClick={press}
        >
          {words[name]}
        </button>
      ))}
    </div>
  )
}

/** The style sheet draws a symbol, so that screen readers read only the label; an icon is a child. */
function Tool(props: {
  glyph?: string
  label: string
  isOn?: boolean
  isDisabled?: boolean
  onPress: () => void
  children?: ReactNode
}) {
  return (
    <button
      type="button"
      className={styles.tool}
      data-glyph={props.glyph}
      aria-label={props.label}
      title={props.label}
      aria-pressed={props.isOn}
      // It can still be reached: a button that is disabled by its own press would lose the focus.
      aria-disabled={props.isDisabled || undefined}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => !props.isDisabled && props.onPress()}
    >
      {props.children}
    </button>
  )
}
