// Unsaved text, stored in the browser: a reload, a crash or a lost network loses nothing.
import type { WrittenText } from './writing-pane.tsx'

export type LocalText = {
  text: WrittenText
  /** Its base revision. */
  revision: number | null
  /** When it was stored, in milliseconds. */
  at: number
}

/** `localStorage`, or a replacement. */
export type LocalStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

const prefix = 'munjang-text:'
const retentionDays = 60

/** The place of one open text in one tab: two tabs never write over each other. */
export type LocalDraft = { save: (text: WrittenText, revision: number | null) => void; forget: () => void }

/** If storage is full or forbidden, only the server has the text, and the console logs it. */
export function createLocalDraft(store: LocalStore, id: number, now = Date.now): LocalDraft {
  const name = `${prefix}${id}:${crypto.randomUUID()}`
  return {
    save: (text, revision) =>
      attempt(() => store.setItem(name, JSON.stringify({ text, revision, at: now() } satisfies LocalText))),
    forget: () => attempt(() => store.removeItem(name)),
  }
}

/**
 * Removes the drafts of earlier visits from the store and returns the newest, or null. The caller must store it. It
 * also deletes drafts that were not used for 60 days.
 */
export function consumeLocalDraft(store: LocalStore, id: number, now = Date.now): LocalText | null {
  let newest: LocalText | null = null
  attempt(() => {
    for (const name of namesIn(store)) {
      const found = read(store.getItem(name))
      const isOfText = name.startsWith(`${prefix}${id}:`)
      const isOld = !found || now() - found.at > retentionDays * 86_400_000
      if (isOfText && found && (!newest || found.at > newest.at)) newest = found
      if (isOfText || isOld) store.removeItem(name)
    }
  })
  return newest
}

function namesIn(store: LocalStore): string[] {
  return Array.from({ length: store.length }, (_, index) => store.key(index)).filter(
    (name): name is string => name?.startsWith(prefix) ?? false,
  )
}

function read(json: string | null): LocalText | null {
  try {
    const value = JSON.parse(json ?? 'null') as LocalText | null
    const isWhole =
      typeof value?.text?.content === 'string' &&
      typeof value.text.title === 'string' &&
      Array.isArray(value.text.tags) &&
      typeof value.at === 'number'
    return isWhole ? value : null
  } catch (error) {
    console.warn('A stored text could not be read.', error)
    return null
  }
}

function attempt(work: () => void): void {
  try {
    work()
  } catch (error) {
    console.warn('The text could not be saved in the browser.', error)
  }
}
