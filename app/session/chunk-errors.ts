// A page of an earlier build requests a chunk that no longer exists. One reload fixes it, at most once in ten seconds
// (O13).
const guardMs = 10_000
const reloadedAtKey = 'munjang-reloaded-at'

/** Sent to the page when a chunk is missing and an automatic reload is not allowed. The page then offers the reload. */
export const stalePartEvent = 'munjang:stale-part'
/** Sent to the page when a chunk cannot be loaded, because there is no connection. */
export const offlineEvent = 'munjang:offline'
/** The events from before the page was hydrated: `early-notice.tsx` says them until `BuildNotice` does. */
export const early = { isOver: false, events: new Set<string>() }
export const earlyNoticeId = 'munjang-early-notice'

type Surroundings = {
  target: EventTarget
  store: Pick<Storage, 'getItem' | 'setItem'>
  isTyping: () => boolean
  isOnline: () => boolean
  reload: () => void
  /** `window.navigation`, where the browser has it. */
  navigation: EventTarget | undefined
}
/** The fields of the Navigation API (WHATWG HTML, section 7.2.6) that this file reads. */
type NavigateEvent = Event & { navigationType: string; userInitiated: boolean }

let isAsked = false

/** Reloads because the member pressed a button. */
export function reloadPage(): void {
  isAsked = true
  window.location.reload()
}

/**
 * Chunks of page parts are recognised by Vite's event of a failed import.
 * The router loads the chunks of whole pages and reloads without a limit when one is missing.
 * The Navigation API therefore holds its reloads to the same rule. Browsers without this API let them pass.
 */
export function recoverFromChunkErrors(surroundings: Surroundings): void {
  const { target, store, isTyping, isOnline, reload, navigation } = surroundings
  const offer = () => target.dispatchEvent(new Event(stalePartEvent))
  let isOurs = false
  const recover = () => {
    if (isTyping() || !mayReload(store)) return offer()
    isOurs = true
    reload()
  }
  // Without a connection a reload is harmful: the browser's error page would replace ours, with the member's input.
  let isWaiting = false
  const wait = () => {
    target.dispatchEvent(new Event(offlineEvent))
    if (isWaiting) return
    isWaiting = true
    const resume = () => {
      isWaiting = false
      recover()
    }
    target.addEventListener('online', resume, { once: true })
  }
  target.addEventListener('vite:preloadError', () => (isOnline() ? recover() : wait()))
  navigation?.addEventListener('navigate', (event) => {
    const { navigationType, userInitiated } = event as NavigateEvent
    if (navigationType !== 'reload' || userInitiated || isOurs || isAsked) return
    if (!isOnline()) {
      event.preventDefault()
      target.dispatchEvent(new Event(offlineEvent))
      return
    }
    if (!isTyping() && mayReload(store)) return
    event.preventDefault()
    offer()
  })
}

type Press = Pick<MouseEvent, 'button' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

/**
 * Without a connection a link would replace the page and its content with an error. The page stays and shows the
 * reason.
 * Links that need no connection still work: fragments of the same page, `mailto:`, and new tabs, which the browser
 * handles.
 */
export function stayWhileOffline(
  target: EventTarget,
  { isOnline, here }: { isOnline: () => boolean; here: () => string },
): void {
  const staysHere = (link: HTMLAnchorElement, press: Press) => {
    if (press.button !== 0 || press.ctrlKey || press.metaKey || press.shiftKey || press.altKey) return false
    if (link.hasAttribute('download') || (link.target && link.target !== '_self')) return false
    const [to, from] = [new URL(link.href), new URL(here())]
    return to.origin === from.origin && to.pathname + to.search !== from.pathname + from.search
  }
  target.addEventListener(
    'click',
    (event) => {
      if (isOnline()) return
      const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]')
      if (!link || !staysHere(link, event as MouseEvent)) return
      event.preventDefault()
      target.dispatchEvent(new Event(offlineEvent))
    },
    { capture: true },
  )
}

/**
 * Loads a part of the page, as soon as there is a connection: a part that once failed can only be had by a reload.
 * @param isAsked whether a person waits for it and is told that there is no connection
 */
export function whenOnline<Part>(load: () => Promise<Part>, isAsked = true): Promise<Part> {
  if (typeof navigator === 'undefined' || navigator.onLine !== false) return load()
  // React requests a lazy chunk during rendering, when no state may change.
  if (isAsked) queueMicrotask(() => window.dispatchEvent(new Event(offlineEvent)))
  return new Promise<void>((resolve) => {
    window.addEventListener('online', () => resolve(), { once: true })
  }).then(load)
}

/** Without storage there is no reload, because the reloads could loop. */
function mayReload(store: Surroundings['store']): boolean {
  try {
    const isSoon = Date.now() - Number(store.getItem(reloadedAtKey) ?? 0) < guardMs
    if (!isSoon) store.setItem(reloadedAtKey, String(Date.now()))
    return !isSoon
  } catch (error) {
    console.warn('A part of an earlier build is gone. Please reload the page.', error)
    return false
  }
}

export const isTypingInPage = (): boolean =>
  document.activeElement?.matches('input, textarea, select, [contenteditable="true"]') ?? false
