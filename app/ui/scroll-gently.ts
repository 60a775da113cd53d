/**
 * Scrolls an element into view, smoothly unless the user prefers reduced motion. A style sheet cannot set this for a
 * call.
 */
export function scrollGently(element: Element, block: ScrollLogicalPosition = 'start'): void {
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  element.scrollIntoView({ behavior: isStill ? 'auto' : 'smooth', block })
}
