import { lazy, type ComponentType } from 'react'
import { whenOnline } from './chunk-errors.ts'

/**
 * A part of a page with code of its own, fetched when it is first shown: a dialog, a panel, the palette. Without a connection the page says
 * so and stays, and the part comes with the connection. Where it cannot come, its place stays empty: the page reloads or offers to
 * (recoverFromChunkErrors), and what stands on it until then is worth more than a page that tells of an error.
 */
export function lazyWithRetry<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  return lazy(() =>
    whenOnline(load).catch((error: unknown) => {
      // A server that waits for it would never answer.
      if (typeof window === 'undefined') throw error
      console.warn('A part of the page could not be loaded.', error)
      return new Promise<never>(() => undefined)
    }),
  )
}
