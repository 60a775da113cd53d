import { BubbleMenu, FloatingMenu } from '@tiptap/react/menus'
import type { Editor } from '@tiptap/react'
import { useEffect, useEffectEvent, useRef, type KeyboardEvent } from 'react'
import styles from './command-menus.module.css'

export type EditorCommand = { name: string; label: string; hint?: string; run: () => void }

/** Below a touch selection, because the phone's own menu appears above it; and never behind the site's header. */
const selectionOptions = {
  placement: window.matchMedia('(pointer: coarse)').matches ? 'bottom' : 'top',
  flip: () => ({ padding: { top: findHeaderBottom() } }),
  shift: { padding: 4 },
} as const

const findHeaderBottom = (): number => document.querySelector('header')?.getBoundingClientRect().bottom ?? 0

type MenuProps = { editor: Editor; label: string; commands: EditorCommand[]; isHidden: boolean }

/** Commands for the selection; ⌘J or Ctrl J focuses them. */
export function SelectionMenu({ editor, label, commands, isHidden }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null)
  const press = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'j' || !(event.ctrlKey || event.metaKey) || event.isComposing) return
    if (editor.state.selection.empty || isHidden) return
    event.preventDefault()
    focusFirst(menu.current)
  })
  useEditorKeys(editor, press)
  // The menu's code loads after the editor, and the menu shows only when a selection changes. This handles a selection
  // that was made before.
  const isWaitedFor = useEffectEvent(
    () => editor.isFocused && editor.isEditable && !editor.view.composing && !editor.state.selection.empty,
  )
  useEffect(() => {
    if (isWaitedFor()) editor.view.dispatch(editor.state.tr.setMeta('selection-commands', 'show'))
  }, [editor])
  return (
    <BubbleMenu
      editor={editor}
      className={styles.place}
      pluginKey="selection-commands"
      updateDelay={100}
      options={selectionOptions}
      shouldShow={({ editor: { view, isEditable, state } }) =>
        !isHidden && isEditable && !view.composing && !state.selection.empty
      }
    >
      {!isHidden && commands.length > 0 && (
        <Menu ref={menu} editor={editor} label={label} commands={commands} />
      )}
    </BubbleMenu>
  )
}

/** Commands on a line that holds nothing but a slash. It stays out of the way of a syllable that is being composed. */
export function SlashMenu({ editor, label, commands, isHidden }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null)
  const press = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (isHidden || event.isComposing || !isSlashLine(editor)) return
    if (event.key !== 'ArrowDown' && event.key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
    focusFirst(menu.current)
  })
  useEditorKeys(editor, press)
  // The menu decides whether to show only when the text changes. This handles a slash that was typed while it was
  // hidden.
  const isWaitedFor = useEffectEvent(
    () => editor.isFocused && editor.isEditable && !editor.view.composing && isSlashLine(editor),
  )
  useEffect(() => {
    if (!isHidden && isWaitedFor()) editor.view.dispatch(editor.state.tr.setMeta('slash-commands', 'show'))
  }, [editor, isHidden])
  return (
    <FloatingMenu
      editor={editor}
      className={styles.place}
      pluginKey="slash-commands"
      options={{ placement: 'bottom-start' }}
      shouldShow={({ editor: shown }) =>
        !isHidden && shown.isEditable && !shown.view.composing && isSlashLine(shown)
      }
    >
      {!isHidden && commands.length > 0 && (
        <Menu ref={menu} editor={editor} label={label} commands={commands} />
      )}
    </FloatingMenu>
  )
}

function isSlashLine({ state }: Editor): boolean {
  const { empty, $from } = state.selection
  return empty && $from.parent.isTextblock && $from.parent.textContent === '/'
}

function Menu({
  ref,
  editor,
  label,
  commands,
}: Pick<MenuProps, 'editor' | 'label' | 'commands'> & { ref: React.RefObject<HTMLDivElement | null> }) {
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('button')]
    const now = items.indexOf(event.target as HTMLElement)
    const step = event.key === 'ArrowDown' || event.key === 'ArrowRight' ? 1 : -1
    if (event.key === 'Escape') editor.view.focus()
    else if (!event.key.startsWith('Arrow')) return
    else items[(now + step + items.length) % items.length]?.focus()
    event.preventDefault()
  }
  return (
    <div ref={ref} className={styles.menu} role="toolbar" tabIndex={-1} aria-label={label} onKeyDown={press}>
      {commands.map(({ name, label: words, hint, run }) => (
        <button
          key={name}
          type="button"
          className={`u-bare-button ${styles.command}`}
          onMouseDown={(event) => event.preventDefault()}
          onClick={run}
        >
          {words} {hint && <span className={styles.note}>{hint}</span>}
        </button>
      ))}
    </div>
  )
}

const focusFirst = (menu: HTMLElement | null) => menu?.querySelector('button')?.focus()

/** Before the editor's own keys. */
function useEditorKeys(editor: Editor, press: (event: globalThis.KeyboardEvent) => void): void {
  const pressNow = useEffectEvent(press)
  useEffect(() => {
    const { dom } = editor.view
    const listen = (event: globalThis.KeyboardEvent) => pressNow(event)
    dom.addEventListener('keydown', listen, { capture: true })
    return () => dom.removeEventListener('keydown', listen, { capture: true })
  }, [editor])
}
