import type { ComponentType } from 'react'
import { preloadedLazy } from '#app/session/preloaded-lazy.ts'

export const consoleId = 'console'

/** A screen of the console, fetched where it is shown and nowhere else: whoever is refused gets the code of no screen. */
export const consoleScreen = <Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  preloadedLazy(`#${consoleId}`, load)
