/** A smaller difference is a browser's own bar that appears and disappears. */
const keyboardMinHeight = 120

/**
 * Sets `--keyboard` to the height that a phone's on-screen keyboard covers, so that elements at the lower edge stay in
 * view.
 * Chromium shrinks the page instead (`interactive-widget` in the head). Safari does not support that, so it is
 * measured.
 * @returns a function that ends it
 */
export function watchKeyboard(): () => void {
  const view = window.visualViewport
  if (!view) return () => {}
  const root = document.documentElement
  const measure = () => {
    const covered = Math.round(window.innerHeight - view.offsetTop - view.height)
    // A zoomed page also shows only a part of itself.
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
