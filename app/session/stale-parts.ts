// A page of an earlier build asks for a part that is gone: one reload mends it, and never more than one in ten seconds (O13).
const guardMs = 10_000
const reloadedAtKey = 'munjang-reloaded-at'

/** Told to the page when a part is gone but it may not reload by itself: it then offers the reload instead. */
export const stalePartEvent = 'munjang:stale-part'

type Surroundings = {
  target: EventTarget
  store: Pick<Storage, 'getItem' | 'setItem'>
  isTyping: () => boolean
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
export function mendStaleParts({ target, store, isTyping, reload, navigation }: Surroundings): void {
  const offer = () => target.dispatchEvent(new Event(stalePartEvent))
  let isOurs = false
  target.addEventListener('vite:preloadError', () => {
    if (isTyping() || !mayReload(store)) return offer()
    isOurs = true
    reload()
  })
  navigation?.addEventListener('navigate', (event) => {
    const { navigationType, userInitiated } = event as NavigateEvent
    if (navigationType !== 'reload' || userInitiated || isOurs || isAsked) return
    if (!isTyping() && mayReload(store)) return
    event.preventDefault()
    offer()
  })
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
