import { useEditorState, type Editor } from '@tiptap/react'
import type { Alignment } from '#shared/text-marks.ts'
import { useRovingFocus } from './use-roving-focus.ts'
import { alignSelection, readAlignmentAt } from './marks.ts'
import { insertDivider, insertTable } from './tables.ts'
import { editorTools, historyTools, ToolIcon, type EditorTool } from './toolbar-icons.tsx'
import styles from './editor.module.css'

type TableTool =
  | 'rowAfter'
  | 'columnAfter'
  | 'rowBefore'
  | 'columnBefore'
  | 'rowDelete'
  | 'columnDelete'
  | 'tableDelete'
export type ToolbarWords = Record<EditorTool | TableTool | 'toolbar' | 'tableTools', string>

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

type ToolState = { isOn?: boolean; isDisabled?: boolean; press: () => void }

/** Formatting; inside a table also the commands for its rows and columns. */
export function Toolbar({ editor, words, onStatusSlot, ...asks }: ToolbarProps) {
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
  const align = (to: Alignment): ToolState => ({
    isOn: state.align === to,
    isDisabled: state.align === null,
    press: () => alignSelection(editor, to),
  })
  const tools: Record<EditorTool, ToolState> = {
    undo: { isDisabled: !state.canUndo, press: () => run().undo().run() },
    redo: { isDisabled: !state.canRedo, press: () => run().redo().run() },
    heading2: { isOn: state.heading2, press: () => run().toggleHeading({ level: 2 }).run() },
    heading3: { isOn: state.heading3, press: () => run().toggleHeading({ level: 3 }).run() },
    bold: { isOn: state.bold, press: () => run().toggleBold().run() },
    italic: { isOn: state.italic, press: () => run().toggleItalic().run() },
    underline: { isOn: state.underline, press: () => run().toggleUnderline().run() },
    strike: { isOn: state.strike, press: () => run().toggleStrike().run() },
    highlight: { isOn: state.highlight, press: () => run().toggleHighlight().run() },
    bullets: { isOn: state.bullets, press: () => run().toggleBulletList().run() },
    numbers: { isOn: state.numbers, press: () => run().toggleOrderedList().run() },
    quote: { isOn: state.quote, press: () => run().toggleBlockquote().run() },
    alignLeft: align('left'),
    alignCenter: align('center'),
    alignRight: align('right'),
    link: { isOn: state.link, press: asks.onLink },
    table: { isOn: state.table, isDisabled: state.table, press: () => insertTable(editor) },
    divider: { press: () => insertDivider(editor) },
    picture: { press: () => asks.onPicture?.() },
    find: { press: asks.onFind },
    outline: { press: asks.onOutline },
    focus: { press: asks.onFocusMode },
  }
  const show = (tool: EditorTool) => <Tool key={tool} tool={tool} label={words[tool]} {...tools[tool]} />
  return (
    <div {...roving} className={styles.toolbar} role="toolbar" aria-label={words.toolbar}>
      <div className={styles.tools}>
        <div className={styles.history}>{historyTools.map(show)}</div>
        {editorTools.filter((tool) => tool !== 'picture' || asks.onPicture).map(show)}
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
          className={`u-bare-button ${styles.wordTool}`}
          onMouseDown={(event) => event.preventDefault()}
          onClick={press}
        >
          {words[name]}
        </button>
      ))}
    </div>
  )
}

function Tool(props: ToolState & { tool: EditorTool; label: string }) {
  return (
    <button
      type="button"
      className={`u-bare-button ${styles.tool}`}
      aria-label={props.label}
      title={props.label}
      aria-pressed={props.isOn}
      // It can still be reached: a button that is disabled by its own press would lose the focus.
      aria-disabled={props.isDisabled || undefined}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => !props.isDisabled && props.press()}
    >
      <ToolIcon tool={props.tool} />
    </button>
  )
}
