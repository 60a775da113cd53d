import { useEffect, useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { CloseIcon } from './icons.tsx'
import { Toasts } from './toast.tsx'
import iconButton from './icon-button.module.css'
import styles from './dialog.module.css'

/**
 * A modal dialog on the platform's own `<dialog>`. It traps focus, closes on Escape and on a press outside, and
 * restores focus on every close.
 * Buttons go into `actions`, the main one last.
 * Toasts appear inside the dialog, because the page behind it can be neither pressed nor read out.
 */
export function Dialog(props: {
  isOpen: boolean
  title: string
  closeLabel: string
  onClose: () => void
  children: ReactNode
  actions?: ReactNode
  /** For long or side-by-side content. */
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
    // The backdrop belongs to the dialog itself, whose content fills it, so a press that hits the dialog is outside.
    // A press that began inside does not count, for example when a text selection ends next to the dialog.
    let isPressedOutside = false
    const notePress = (event: MouseEvent) => {
      isPressedOutside = event.target === element
    }
    const closeOutside = (event: MouseEvent) => {
      if (event.target === element && isPressedOutside) element?.close()
    }
    element?.addEventListener('pointerdown', notePress)
    element?.addEventListener('click', closeOutside)
    return () => {
      element?.removeEventListener('pointerdown', notePress)
      element?.removeEventListener('click', closeOutside)
    }
  }, [])

  useLayoutEffect(() => {
    const element = dialog.current
    // A dialog restores focus only when it closes, not when it is removed from the page.
    return () => element?.close()
  }, [])

  return (
    <dialog
      ref={dialog}
      className={`u-surface ${styles.dialog}`}
      data-wide={props.isWide || undefined}
      aria-labelledby={titleId}
      onClose={props.onClose}
    >
      <div className={styles.content}>
        <header className={styles.header}>
          <h2 id={titleId} className="u-title3">
            {props.title}
          </h2>
          <button
            type="button"
            className={`${iconButton.button} ${styles.close}`}
            aria-label={props.closeLabel}
            onClick={() => dialog.current?.close()}
          >
            <CloseIcon />
          </button>
        </header>
        <div className={styles.body}>{props.children}</div>
        {props.actions && <footer className={styles.actions}>{props.actions}</footer>}
      </div>
      {props.isOpen && <Toasts label={props.closeLabel} />}
    </dialog>
  )
}
