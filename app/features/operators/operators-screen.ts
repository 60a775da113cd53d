import type { ComponentType } from 'react'
import { preloadedLazy } from '#app/session/preloaded-lazy.ts'

export const operatorsId = 'operators'

/** A screen of the operators, fetched only where it is shown: a refused visitor gets the code of no screen. */
export const operatorsScreen = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
) => preloadedLazy(`#${operatorsId}`, load)
