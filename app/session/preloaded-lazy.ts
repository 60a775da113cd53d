import type { ComponentType } from 'react'
import { lazyWithRetry } from './lazy-with-retry.ts'

/**
 * A part of a page with its own chunk, fetched where it is shown.
 * If the server rendered it, its code loads before hydration (decision 015).
 * React creates a boundary again that changes before it is hydrated, and text typed into it would be lost.
 * Await it while the module loads, when the page is as the server sent it.
 * @param selector matches an element that the server renders with the part
 */
export async function preloadedLazy<Props extends object>(
  selector: string,
  load: () => Promise<{ default: ComponentType<Props> }>,
): Promise<ComponentType<Props>> {
  const isSent = typeof document !== 'undefined' && document.querySelector(selector) !== null
  return isSent ? (await load()).default : lazyWithRetry(load)
}
