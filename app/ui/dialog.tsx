import { useEffect, useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { CloseIcon } from './icons.tsx'
import { Toasts } from './toast.tsx'
import iconButton from './icon-button.module.css'
import styles from './dialog.module.css'

/**
 * A modal dialog on the platform's own `<dialog>`: it keeps focus inside, closes on Escape and on a press outside, and gives
 * focus back however it ends. Buttons go into `actions`, the main one last. Toasts are shown in it, since nothing outside can be
 * pressed or is read out meanwhile.
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
    // The backdrop belongs to the dialog itself, whose content fills it: a press that hits the dialog is one outside. One that
    // began inside is not, such as that of somebody who marks a text and lets go beside the dialog.
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
    // Only one that is closed gives focus back, not one that is taken out of the page.
    return () => element?.close()
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
