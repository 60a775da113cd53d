import { lazy, type ComponentType } from 'react'
import { whenOnline } from './chunk-errors.ts'

/**
 * A part of a page with its own chunk, fetched when it is first shown: a dialog, a panel, the palette.
 * Without a connection the page shows a notice and loads the chunk when the connection returns.
 * If the chunk cannot load, its place stays empty and the page reloads or offers to (recoverFromChunkErrors).
 * The content of the page until then is worth more than an error page.
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
