import type { ComponentType } from 'react'
import { sentPart } from '#app/session/sent-part.ts'

export const consoleId = 'console'

/** A screen of the console, fetched where it is shown and nowhere else: whoever is refused gets the code of no screen. */
export const consoleScreen = <Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  sentPart(`#${consoleId}`, load)
