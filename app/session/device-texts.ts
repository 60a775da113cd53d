// A member's texts in this browser: unsent changes, which a reload, a crash or a lost network must not lose, and copies
// of the last opened texts, which are read and edited while the network is gone.
import type { OutputLanguage } from '#shared/tools.ts'

export type DeviceText = {
  text: { title: string; content: string; tags: string[] }
  language: OutputLanguage
  /** The revision that the text is based on; null while it is unknown, as after a run. */
  revision: number | null
  /** A text that was sent without an answer: the server may have it. */
  unanswered?: DeviceText['text'] | null
  /** When it was stored, in milliseconds. */
  at: number
}
export type DeviceTextLine = DeviceText & { id: number; isUnsent: boolean }

/** `localStorage`, or a replacement. Its writes are done before a page that closes is gone. */
export type DeviceStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

const draftPrefix = 'munjang-text:'
const copyPrefix = 'munjang-copy:'
/** Whose texts may be stored. A sign-out removes it, so that a page that is still open stores nothing afterwards. */
const ownerKey = 'munjang-texts-of'
export const draftDays = 60
export const copiesMax = 10

/** The place of one open text in one tab: two tabs never write over each other. */
export type LocalDraft = {
  save: (text: DeviceText['text'], revision: number | null, unanswered?: DeviceText['text'] | null) => void
  forget: () => void
}

/** Begins to store texts of this member. Copies of another member's texts go; unsent changes wait for their writer. */
export function beginDeviceTexts(store: DeviceStore, memberId: string): void {
  attempt(() => {
    if (store.getItem(ownerKey) === memberId) return
    for (const name of namesIn(store, copyPrefix))
      if (!name.startsWith(`${copyPrefix}${memberId}:`)) store.removeItem(name)
    store.setItem(ownerKey, memberId)
  })
}

/** The member whose texts this browser stores, or null. */
export function readDeviceOwner(store: DeviceStore): string | null {
  return attempt(() => store.getItem(ownerKey)) ?? null
}

/** Removes every text from this browser: after a deliberate sign-out. */
export function removeDeviceTexts(store: DeviceStore): void {
  attempt(() => {
    store.removeItem(ownerKey)
    for (const prefix of [draftPrefix, copyPrefix])
      for (const name of namesIn(store, prefix)) store.removeItem(name)
  })
}

/** If storage is full or forbidden, only the server has the text, and the console logs it. */
export function createLocalDraft(
  store: DeviceStore,
  { memberId, id, language }: { memberId: string; id: number; language: OutputLanguage },
  now = Date.now,
): LocalDraft {
  const name = `${draftPrefix}${memberId}:${id}:${crypto.randomUUID()}`
  return {
    save: (text, revision, unanswered = null) =>
      write(store, name, { text, language, revision, unanswered, at: now() }),
    forget: () => attempt(() => store.removeItem(name)),
  }
}

/**
 * Removes the drafts of earlier visits from the store and returns the newest, or null. The caller must store it. It
 * also deletes drafts that were not used for 60 days.
 */
export function consumeLocalDraft(
  store: DeviceStore,
  memberId: string,
  id: number,
  now = Date.now,
): DeviceText | null {
  let newest: DeviceText | null = null
  attempt(() => {
    for (const name of namesIn(store, draftPrefix)) {
      const found = read(store.getItem(name))
      const isOfText = name.startsWith(`${draftPrefix}${memberId}:${id}:`)
      const isOld = !found || now() - found.at > draftDays * 86_400_000
      if (isOfText && found && (!newest || found.at > newest.at)) newest = found
      if (isOfText || isOld) store.removeItem(name)
    }
  })
  return newest
}

/** Stores a copy of a text as the server has it. The last ten opened texts stay. */
export function saveCopy(store: DeviceStore, memberId: string, id: number, copy: DeviceText): void {
  write(store, `${copyPrefix}${memberId}:${id}`, copy)
  attempt(() => {
    for (const name of copiesOldestFirst(store).slice(0, -copiesMax)) store.removeItem(name)
  })
}

/** The member's texts in this browser, the newest first: of each its newest unsent changes, otherwise its copy. */
export function listDeviceTexts(store: DeviceStore, memberId: string): DeviceTextLine[] {
  const lines = new Map<number, DeviceTextLine>()
  attempt(() => {
    for (const prefix of [copyPrefix, draftPrefix])
      for (const name of namesIn(store, `${prefix}${memberId}:`)) {
        const found = read(store.getItem(name))
        const id = Number(name.slice(prefix.length).split(':')[1])
        const isUnsent = prefix === draftPrefix
        const known = lines.get(id)
        const isNewer = !known || (isUnsent && (!known.isUnsent || found!.at > known.at))
        if (found && isNewer) lines.set(id, { ...found, id, isUnsent })
      }
  })
  return [...lines.values()].sort((a, b) => b.at - a.at)
}

export const countUnsent = (store: DeviceStore, memberId: string): number =>
  listDeviceTexts(store, memberId).filter(({ isUnsent }) => isUnsent).length

/** Unsent changes matter more than copies: when there is no room, the oldest copies make it. */
function write(store: DeviceStore, name: string, text: DeviceText): void {
  attempt(() => {
    if (store.getItem(ownerKey) === null) return
    const json = JSON.stringify(text)
    for (;;) {
      try {
        store.setItem(name, json)
        return
      } catch (error) {
        const oldest = copiesOldestFirst(store).find((copy) => copy !== name)
        if (oldest === undefined) throw error
        store.removeItem(oldest)
      }
    }
  })
}

function copiesOldestFirst(store: DeviceStore): string[] {
  return namesIn(store, copyPrefix)
    .map((name) => ({ name, at: read(store.getItem(name))?.at ?? 0 }))
    .sort((a, b) => a.at - b.at)
    .map(({ name }) => name)
}

function namesIn(store: DeviceStore, prefix: string): string[] {
  return Array.from({ length: store.length }, (_, index) => store.key(index)).filter(
    (name): name is string => name?.startsWith(prefix) ?? false,
  )
}

function read(json: string | null): DeviceText | null {
  try {
    const value = JSON.parse(json ?? 'null') as DeviceText | null
    const isWhole =
      typeof value?.text?.content === 'string' &&
      typeof value.text.title === 'string' &&
      Array.isArray(value.text.tags) &&
      typeof value.language === 'string' &&
      typeof value.at === 'number'
    return isWhole ? value : null
  } catch (error) {
    console.warn('A stored text could not be read.', error)
    return null
  }
}

function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch (error) {
    console.warn('The text could not be saved in the browser.', error)
    return undefined
  }
}
