import { useEditorState, type Editor } from '@tiptap/react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { CloseIcon } from '#app/ui/icons.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { goToHeading, readHeadings, type TextHeading } from '#app/ui/editor/headings.ts'
import iconButton from '#app/ui/icon-button.module.css'
import { useTranslation } from '#app/session/words.tsx'
import styles from './outline-panel.module.css'

/** The headings of the text: next to it where the window has room, otherwise in a dialog. */
export default function OutlinePanel({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const { t } = useTranslation('writing', 'editor')
  const panel = useRef<HTMLElement>(null)
  const room = useRoomBeside(editor.view.dom)
  const headings = useEditorState({
    editor,
    selector: ({ editor: { state } }) => readHeadings(state.doc, state.selection.from),
  })
  const isBeside = room !== null
  useEffect(() => {
    if (isBeside)
      (panel.current?.querySelector<HTMLElement>('[aria-current], li button') ?? panel.current)?.focus()
  }, [isBeside])
  const go = ({ position }: TextHeading) => {
    if (!isBeside) onClose()
    goToHeading(editor, position)
    // The keyboard of a phone would cover the text.
    if (!window.matchMedia('(pointer: coarse)').matches) editor.view.focus()
  }
  const close = () => {
    onClose()
    editor.view.focus()
  }
  const list = <Headings headings={headings} onGo={go} onLeave={close} />
  if (!isBeside)
    return (
      <Dialog isOpen title={t('editor.outline.name')} closeLabel={t('site.close')} onClose={onClose}>
        {list}
      </Dialog>
    )
  return (
    <nav
      ref={panel}
      tabIndex={-1}
      className={styles.panel}
      style={room}
      aria-label={t('editor.outline.name')}
    >
      <header className={styles.head}>
        <h2>{t('editor.outline.name')}</h2>
        <button type="button" className={iconButton.button} aria-label={t('site.close')} onClick={close}>
          <CloseIcon />
        </button>
      </header>
      {list}
    </nav>
  )
}

function Headings(props: {
  headings: TextHeading[]
  onGo: (heading: TextHeading) => void
  onLeave: () => void
}) {
  const { t } = useTranslation('writing', 'editor')
  const { headings } = props
  if (headings.length === 0) return <p className="u-note">{t('editor.outline.empty')}</p>
  const top = Math.min(...headings.map(({ level }) => level))
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    const buttons = [...(event.currentTarget.closest('ul')?.querySelectorAll('button') ?? [])]
    const at = buttons.indexOf(event.currentTarget)
    const next = {
      ArrowDown: buttons[at + 1],
      ArrowUp: buttons[at - 1],
      Home: buttons[0],
      End: buttons.at(-1),
    }[event.key]
    // In a dialog, Escape closes the dialog.
    const isLeaving = event.key === 'Escape' && !event.currentTarget.closest('dialog')
    if (isLeaving) props.onLeave()
    else if (next) next.focus()
    else return
    event.preventDefault()
  }
  return (
    <ul className={styles.list}>
      {headings.map((heading) => (
        <li key={heading.position} style={{ '--depth': heading.level - top } as React.CSSProperties}>
          <button
            type="button"
            aria-current={heading.isCurrent ? 'location' : undefined}
            onClick={() => props.onGo(heading)}
            onKeyDown={onKeyDown}
          >
            {heading.text}
          </button>
        </li>
      ))}
    </ul>
  )
}

const narrowest = 200
const widest = 280
const gap = 24

/** The place of a panel next to the text, in pixels of the window; null where the window is too narrow. */
function useRoomBeside(text: HTMLElement): { left: number; width: number } | null {
  const [room, setRoom] = useState(() => findRoom(text))
  useEffect(() => {
    const observer = new ResizeObserver(() => setRoom(findRoom(text)))
    observer.observe(text)
    observer.observe(document.documentElement)
    return () => observer.disconnect()
  }, [text])
  return room
}

function findRoom(text: HTMLElement): { left: number; width: number } | null {
  const { right } = text.getBoundingClientRect()
  const left = Math.round(right + gap)
  const width = Math.min(widest, document.documentElement.clientWidth - left - gap)
  return width < narrowest ? null : { left, width }
}
