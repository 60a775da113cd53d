import type { ComponentType } from 'react'
import { lazyWithRetry } from './lazy-with-retry.ts'

/**
 * A part of a page with code of its own, fetched where it is shown. Where the server has sent it, its code is at hand before the page is
 * taken over (decision 015): React makes a part anew that hears of a change before it came alive, and what was typed into it would be lost.
 * To be awaited while the module loads, when the page is as it was sent.
 * @param selector what stands on the page with the part
 */
export async function preloadedLazy<Props extends object>(
  selector: string,
  load: () => Promise<{ default: ComponentType<Props> }>,
): Promise<ComponentType<Props>> {
  const isSent = typeof document !== 'undefined' && document.querySelector(selector) !== null
  return isSent ? (await load()).default : lazyWithRetry(load)
}
