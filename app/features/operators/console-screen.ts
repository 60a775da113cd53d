import type { ComponentType } from 'react'
import { preloadedLazy } from '#app/session/preloaded-lazy.ts'

export const consoleId = 'console'

/** A console screen, fetched only where it is shown: a refused visitor gets the code of no screen. */
export const consoleScreen = <Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  preloadedLazy(`#${consoleId}`, load)
