import { lazy, type ComponentType } from 'react'

export const consoleId = 'console'

/**
 * A screen of the console, fetched where it is shown and nowhere else: whoever is refused gets the code of no screen. What the server
 * sent is at hand before the page is taken over, so that nothing which is pressed or typed early is lost.
 */
export async function consoleScreen<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): Promise<ComponentType<Props>> {
  const isThere = typeof document !== 'undefined' && document.getElementById(consoleId) !== null
  return isThere ? (await load()).default : lazy(load)
}
