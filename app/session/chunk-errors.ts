// A page of an earlier build asks for a part that is gone: one reload mends it, and never more than one in ten seconds (O13).
const guardMs = 10_000
const reloadedAtKey = 'munjang-reloaded-at'

/** Told to the page when a part is gone but it may not reload by itself: it then offers the reload instead. */
export const stalePartEvent = 'munjang:stale-part'
/** Told to the page when a part is asked for that cannot come, because there is no connection. */
export const offlineEvent = 'munjang:offline'

type Surroundings = {
  target: EventTarget
  store: Pick<Storage, 'getItem' | 'setItem'>
  isTyping: () => boolean
  isOnline: () => boolean
  reload: () => void
  /** `window.navigation`, where the browser has it. */
  navigation: EventTarget | undefined
}
/** Of the Navigation API (WHATWG HTML, section 7.2.6), what is read here. */
type NavigateEvent = Event & { navigationType: string; userInitiated: boolean }

let isAsked = false

/** For a reload that a person pressed a button for. */
export function reloadPage(): void {
  isAsked = true
  window.location.reload()
}

/**
 * Parts of pages are known by Vite's word that an import failed. Whole pages are the router's: when one is gone it reloads at once
 * and asks nobody, however often, so the browser is asked to hold its reloads to the same rule. Browsers without the Navigation
 * API let them pass.
 */
export function recoverFromChunkErrors(surroundings: Surroundings): void {
  const { target, store, isTyping, isOnline, reload, navigation } = surroundings
  const offer = () => target.dispatchEvent(new Event(stalePartEvent))
  let isOurs = false
  const mend = () => {
    if (isTyping() || !mayReload(store)) return offer()
    isOurs = true
    reload()
  }
  // Without a connection there is nothing to reload: the browser would put its own page in the place of ours, with all that stands there.
  let isWaiting = false
  const wait = () => {
    target.dispatchEvent(new Event(offlineEvent))
    if (isWaiting) return
    isWaiting = true
    const goOn = () => {
      isWaiting = false
      mend()
    }
    target.addEventListener('online', goOn, { once: true })
  }
  target.addEventListener('vite:preloadError', () => (isOnline() ? mend() : wait()))
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
 * Without a connection a link would put an error in the place of the page, with all that stands there: the page stays, and says why.
 * What needs no connection goes on: another place of the same page, a letter, a new tab, which the browser answers for.
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

/** Loads a part of the page, as soon as there is a connection: a part that once failed can only be had by a reload. */
export function whenOnline<Part>(load: () => Promise<Part>): Promise<Part> {
  if (typeof navigator === 'undefined' || navigator.onLine !== false) return load()
  // A lazy part is asked for while React draws, when nobody may be told anything.
  queueMicrotask(() => window.dispatchEvent(new Event(offlineEvent)))
  return new Promise<void>((resolve) => {
    window.addEventListener('online', () => resolve(), { once: true })
  }).then(load)
}

/** Without a memory there is no reload: it could be one in a circle. */
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
