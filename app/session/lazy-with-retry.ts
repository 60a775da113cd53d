import { createContext, createElement, lazy, useContext, useState, type ComponentType } from 'react'
import { whenOnline } from './chunk-errors.ts'

/** The names of the parts that the server has rendered for this page. */
export const RenderedParts = createContext<Set<string> | null>(null)

/** The same, as `entry.server.tsx` writes them into the head. */
const renderedParts = new Set(
  typeof document === 'undefined'
    ? []
    : [...document.querySelectorAll<HTMLElement>('link[data-part]')].map(({ dataset }) => dataset.part!),
)
let loading: Promise<void>[] = []
/** As long as 250 kB take on a line of 150 kbit/s. */
const waitMaxMs = 15_000

/**
 * A part of a page with its own chunk, fetched when it is first shown: a dialog, a panel, the palette.
 * Without a connection the page shows a notice and loads the chunk when the connection returns.
 * If the chunk cannot load, its place stays empty and the page reloads or offers to (recoverFromChunkErrors).
 * The content of the page until then is worth more than an error page.
 * If the server rendered the part, its code loads before hydration (decision 015): React creates a boundary again that
 * changes before it is hydrated, and text typed into it would be lost.
 * @param name the part's module, which the build adds (scripts/parts-plugin.ts)
 */
export function lazyWithRetry<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  name = '',
): ComponentType<Props> {
  if (import.meta.env.SSR) {
    const Part = lazy(load)
    return function RenderedPart(props: Props) {
      useContext(RenderedParts)?.add(name)
      return createElement(Part, props)
    }
  }
  const Late = lazy(() =>
    whenOnline(load).catch((error: unknown) => {
      console.warn('A part of the page could not be loaded.', error)
      return new Promise<never>(() => undefined)
    }),
  )
  if (!renderedParts.has(name)) return Late
  let Part: ComponentType<Props> = Late
  // Where this fails, the boundary loads it again.
  loading.push(
    load().then(
      (module) => void (Part = module.default),
      () => undefined,
    ),
  )
  return function RenderedPart(props: Props) {
    // The code may arrive while the part is shown: another component in its place would lose its state.
    const [Shown] = useState(() => Part)
    return createElement(Shown, props)
  }
}

/**
 * Waits for the code of all parts that the server rendered, those in other parts included, so that they are hydrated
 * with the page. One that hangs or fails does not hold back the others for longer: its boundary waits for it then.
 */
export async function loadRenderedParts(): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const isLate = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, waitMaxMs)
  })
  await Promise.race([loadAll(), isLate])
  clearTimeout(timer)
}

async function loadAll(): Promise<void> {
  while (loading.length > 0) {
    const known = loading
    loading = []
    await Promise.all(known)
  }
}
