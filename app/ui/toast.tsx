import { useEffect, useId, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { CloseIcon } from './icons.tsx'
import iconButton from './icon-button.module.css'
import styles from './toast.module.css'

export type Toast = {
  message: string
  tone?: 'info' | 'error'
  /** One action for the message, for example undo. The toast closes when it is done. */
  action?: { label: string; run: () => void }
  /** Milliseconds; null until the user closes it. 3000 by default (N11), 10,000 with an action; an error stays. */
  duration?: number | null
  /** Called when it begins to go away, also after its action. */
  onHide?: () => void
}

type ShownToast = Toast & { id: number; isLeaving: boolean }

const defaultDurationMs = 3_000
const actionDurationMs = 10_000
const animationMs = 300

let toasts: readonly ShownToast[] = []
let lastId = 0
const listeners = new Set<() => void>()
const timers = new Map<number, ReturnType<typeof setTimeout>>()

function change(next: readonly ShownToast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows a short message for a while. Browser only. @returns a function that takes it away sooner */
export function showToast(toast: Toast): () => void {
  // The same error appears once.
  for (const other of toasts) if (toast.tone === 'error' && other.message === toast.message) hide(other.id)
  const id = ++lastId
  const shown = { ...toast, id, isLeaving: false }
  change([...toasts, shown])
  resume(shown)
  return () => hide(id)
}

function hide(id: number): void {
  clearTimeout(timers.get(id))
  const hidden = toasts.find((toast) => toast.id === id && !toast.isLeaving)
  change(toasts.map((toast) => (toast.id === id ? { ...toast, isLeaving: true } : toast)))
  timers.set(
    id,
    setTimeout(() => {
      timers.delete(id)
      change(toasts.filter((toast) => toast.id !== id))
    }, animationMs),
  )
  hidden?.onHide?.()
}

/** A toast stays while the user reads it or is about to press it. */
function hold(id: number): void {
  const isLeaving = toasts.some((toast) => toast.id === id && toast.isLeaving)
  if (!isLeaving) clearTimeout(timers.get(id))
}

const durationOf = ({ tone, action }: Toast) =>
  tone === 'error' ? null : action ? actionDurationMs : defaultDurationMs

function resume(toast: ShownToast): void {
  const { id, isLeaving, duration = durationOf(toast) } = toast
  if (!isLeaving && duration !== null)
    timers.set(
      id,
      setTimeout(() => hide(id), duration),
    )
}

/** The toasts that the layer shows now. */
export const readToasts = (): readonly Pick<ShownToast, 'message' | 'isLeaving'>[] => toasts

/** Focuses the newest toast from anywhere: in tab order it comes after the whole page. */
export const toastKey = 'F8'

const noToasts: readonly ShownToast[] = []

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The layers that are there, the innermost last: the page's own, and one for each dialog that is open. */
let layers: readonly string[] = []

function changeLayers(next: readonly string[]): void {
  layers = next
  for (const listener of listeners) listener()
}

/** A layer that opens, above those that are there. @returns a function that takes it away */
export function openToastLayer(id: string): () => void {
  changeLayers([...layers, id])
  return () => changeLayers(layers.filter((layer) => layer !== id))
}

/** The toasts of a layer: all toasts are on the innermost. */
export const readLayer = (id: string): readonly ShownToast[] => (layers.at(-1) === id ? toasts : noToasts)

/**
 * A layer for toasts, above everything: one for the page, one in every open dialog. It stays open while empty, so that
 * screen readers register it before its first message.
 * @param props.label label of the close button
 */
export function Toasts({ label }: { label: string }) {
  const id = useId()
  const layer = useRef<HTMLOutputElement>(null)
  const shown = useSyncExternalStore(
    subscribe,
    () => readLayer(id),
    () => noToasts,
  )
  useEffect(() => openToastLayer(id), [id])
  const newest = shown.at(-1)?.id
  useLayoutEffect(() => {
    const element = layer.current
    if (!element) return
    const isCovered = document.querySelector(':modal, [popover]:popover-open:not(output)') !== null
    // The newest element of the top layer is on top.
    if (isCovered && newest !== undefined && element.matches(':popover-open')) element.hidePopover()
    if (!element.matches(':popover-open')) element.showPopover()
  }, [newest])
  return (
    <output ref={layer} className={styles.layer} popover="manual">
      {shown.map((toast) => (
        <div
          key={toast.id}
          className={styles.toast}
          data-toast=""
          data-tone={toast.tone ?? 'info'}
          data-leaving={toast.isLeaving || undefined}
          onPointerEnter={() => hold(toast.id)}
          onPointerLeave={() => resume(toast)}
          onFocus={() => hold(toast.id)}
          onBlur={() => resume(toast)}
        >
          <span>{toast.message}</span>
          {toast.action && (
            <button
              type="button"
              className={styles.action}
              aria-keyshortcuts={toastKey}
              onClick={() => {
                toast.action?.run()
                hide(toast.id)
              }}
            >
              {toast.action.label}
            </button>
          )}
          <button
            type="button"
            className={`${iconButton.button} ${styles.close}`}
            aria-label={label}
            onClick={() => hide(toast.id)}
          >
            <CloseIcon size={16} />
          </button>
        </div>
      ))}
    </output>
  )
}
