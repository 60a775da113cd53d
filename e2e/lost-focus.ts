import type { Page } from '@playwright/test'

/**
 * Records where focus fell to the body (R36): after a client navigation, or because the focused element disappeared. A
 * press on an empty area may remove the focus, and so may a button that is disabled while it works.
 * @returns the places so far, each with the element that had the focus before
 */
export async function watchLostFocus(page: Page): Promise<readonly string[]> {
  const places: string[] = []
  await page.exposeFunction('noteLostFocus', (place: string) => void places.push(place))
  await page.addInitScript(watch)
  return places
}

/** Runs in the page. */
function watch(): void {
  const { noteLostFocus } = window as unknown as { noteLostFocus: (place: string) => void }
  const framesToSettle = 4
  let last: Element | null = null
  let { title } = document
  let path = window.location.pathname
  let frames = 0

  const isLost = () => {
    if (document.activeElement !== document.body || !last) return false
    return !last.isConnected || (!last.matches(':disabled') && !last.checkVisibility())
  }
  const settle = () => {
    if (--frames > 0) return void requestAnimationFrame(settle)
    if (!isLost()) return
    noteLostFocus(`${path}: ${last?.outerHTML.slice(0, 120)}`)
    last = null
  }
  const observer = new MutationObserver(() => {
    // The page that a client navigation leads to is there once its title is.
    if (document.title !== title) {
      if (window.location.pathname !== path && title !== '') last = document.createElement('new-page')
      title = document.title
      path = window.location.pathname
    }
    if (frames <= 0) requestAnimationFrame(settle)
    frames = framesToSettle
  })
  observer.observe(document, { childList: true, subtree: true, attributes: true, characterData: true })
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && target !== document.body) last = target
  })
  document.addEventListener(
    'click',
    () => {
      if (document.activeElement === document.body) last = null
    },
    true,
  )
}
