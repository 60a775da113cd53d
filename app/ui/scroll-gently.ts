/** Brings something into view: gliding, unless the person wants no movement. A style sheet cannot say so for a call. */
export function scrollGently(element: Element, block: ScrollLogicalPosition = 'start'): void {
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  element.scrollIntoView({ behavior: isStill ? 'auto' : 'smooth', block })
}
