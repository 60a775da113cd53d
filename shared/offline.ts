// Addresses that the pages, their server and the service worker share.
import type { Language } from './language.ts'

export const workerPath = '/service-worker.js'

/** The page that stands for every page while there is no network. */
export const offlinePathOf = (language: Language): string => `/${language}/offline`

/** What the build tells the service worker. */
export type BuildFiles = {
  /** Changes with every build. */
  version: string
  /** Hashed files that the offline page needs, with their paths. */
  files: string[]
  /** The entry script, without the end that names its language: a page without it belongs to another build. */
  entry: string
}
