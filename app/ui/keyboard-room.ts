/** Less than this is a browser's own bar that comes and goes. */
const keyboardMinHeight = 120

/**
 * Tells the styles how much of the page the keyboard on a phone's screen covers, as `--keyboard`, so that what sticks to its lower edge stays in
 * view. Chromium makes the page smaller instead (`interactive-widget` in the head), Safari does not know that: there it is measured.
 * @returns a function that ends it
 */
export function watchKeyboard(): () => void {
  const view = window.visualViewport
  if (!view) return () => {}
  const root = document.documentElement
  const measure = () => {
    const covered = Math.round(window.innerHeight - view.offsetTop - view.height)
    // Somebody who has enlarged the page sees a part of it as well.
    const isThere = view.scale < 1.05 && window.innerHeight - view.height > keyboardMinHeight
    root.style.setProperty('--keyboard', isThere ? `${Math.max(0, covered)}px` : '0px')
    root.toggleAttribute('data-keyboard', isThere)
  }
  view.addEventListener('resize', measure)
  view.addEventListener('scroll', measure)
  return () => {
    view.removeEventListener('resize', measure)
    view.removeEventListener('scroll', measure)
  }
}
