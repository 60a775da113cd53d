import { useEffect, useId, useRef, type ReactNode } from 'react'
import { CloseIcon } from './icons.tsx'
import styles from './dialog.module.css'

/**
 * A modal dialog on the platform's own `<dialog>`: it keeps focus inside, closes on Escape and on a press outside, and gives
 * focus back. Buttons go into `actions`, the main one last.
 */
export function Dialog(props: {
  isOpen: boolean
  title: string
  closeLabel: string
  onClose: () => void
  children: ReactNode
  actions?: ReactNode
  /** For what is read at length or side by side. */
  isWide?: boolean
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    const element = dialog.current
    if (!element || element.open === props.isOpen) return
    if (props.isOpen) element.showModal()
    else element.close()
  }, [props.isOpen])

  useEffect(() => {
    const element = dialog.current
    // The backdrop belongs to the dialog itself, whose content fills it: a press that hits the dialog is one outside.
    const closeOutside = (event: MouseEvent) => {
      if (event.target === element) element?.close()
    }
    element?.addEventListener('click', closeOutside)
    return () => element?.removeEventListener('click', closeOutside)
  }, [])

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-wide={props.isWide || undefined}
      aria-labelledby={titleId}
      onClose={props.onClose}
    >
      <div className={styles.content}>
        <header className={styles.header}>
          <h2 id={titleId} className={styles.title}>
            {props.title}
          </h2>
          <button
            type="button"
            className={styles.close}
            aria-label={props.closeLabel}
            onClick={() => dialog.current?.close()}
          >
            <CloseIcon />
          </button>
        </header>
        <div className={styles.body}>{props.children}</div>
        {props.actions && <footer className={styles.actions}>{props.actions}</footer>}
      </div>
    </dialog>
  )
}
