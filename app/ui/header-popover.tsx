import { useEffect, useRef, useState, type ReactNode } from 'react'
import styles from './header-popover.module.css'

/**
 * A button in the header with a panel below it: the platform's own popover, which closes on Escape and on a press
 * outside. Its content is mounted only while it is open.
 */
export function HeaderPopover(props: {
  id: string
  /** The button's accessible name when its content is no text. */
  label?: string
  /** The effect of pressing it, shown next to its label. */
  hint?: string
  buttonClassName: string | undefined
  button: ReactNode
  children: (close: () => void) => ReactNode
}) {
  const [isOpen, setIsOpen] = useState(false)
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The platform opens it from the first moment, before React receives the event.
    if (panel.current?.matches(':popover-open')) setIsOpen(true)
  }, [])
  return (
    <>
      <button
        type="button"
        popoverTarget={props.id}
        className={props.buttonClassName}
        aria-label={props.label}
        title={props.hint}
      >
        {props.button}
      </button>
      <div
        ref={panel}
        id={props.id}
        popover="auto"
        className={`u-surface ${styles.panel}`}
        onToggle={(event) => setIsOpen(event.newState === 'open')}
      >
        {isOpen && props.children(() => document.getElementById(props.id)?.hidePopover())}
      </div>
    </>
  )
}
