// A page of an earlier build asks for a part that is gone: one reload mends it, and never more than one in ten seconds (O13).
const guardMs = 10_000
const reloadedAtKey = 'munjang-reloaded-at'

/** Told to the page when a part is gone but somebody is typing: it then offers the reload instead. */
export const stalePartEvent = 'munjang:stale-part'

type Surroundings = {
  target: EventTarget
  store: Pick<Storage, 'getItem' | 'setItem'>
  isTyping: () => boolean
  reload: () => void
}

/** Listens to Vite's word that an import failed. */
export function mendStaleParts({ target, store, isTyping, reload }: Surroundings): void {
  target.addEventListener('vite:preloadError', () => {
    if (isTyping()) target.dispatchEvent(new Event(stalePartEvent))
    else if (mayReload(store)) reload()
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
