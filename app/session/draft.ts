// Input that is not sent yet, stored in the browser: per member, versioned, and parsed when it is read.

const prefix = 'munjang-draft:'
/** Whose drafts those of a visitor are. A sign-in takes them over. */
const visitor = 'visitor'

export type DraftRules = {
  /** `tab`: it survives a reload and a sign-in. `browser`: it survives the tab too, and other tabs follow it. */
  storage: 'tab' | 'browser'
  /** Raised when the shape changes: drafts of another version are not read. */
  version?: number
  /** How many of this kind are stored; the oldest go first. */
  max?: number
}

/** The draft of one owner. If storage is full or forbidden, it is not stored, and the console logs it. */
type StoredDraft<Value> = {
  load: () => Value | null
  /** @param value null deletes it */
  save: (value: Value | null) => void
  /** Reports drafts that another tab saves. @returns a function that stops it */
  listen: (onSave: (value: Value) => void) => () => void
}

/** A kind of draft. `of`: the draft of a member, or of a visitor; `id` tells several of one kind apart. */
export type Draft<Value> = { of: (memberId: string | null, id?: string | number) => StoredDraft<Value> }

type Entry = { version: number; at: number; value: unknown }

/**
 * @param parse returns the value of what was stored, or null for anything else: an extension or an earlier build may have
 * written it
 */
export function createDraft<Value>(
  name: string,
  parse: (stored: unknown) => Value | null,
  { storage, version = 1, max }: DraftRules,
): Draft<Value> {
  const place = () => (storage === 'tab' ? sessionStorage : localStorage)
  const read = (json: string | null): { value: Value; at: number } | null => {
    const entry = JSON.parse(json ?? 'null') as Partial<Entry> | null
    if (entry?.version !== version || typeof entry.at !== 'number') return null
    const value = parse(entry.value)
    return value === null ? null : { value, at: entry.at }
  }
  const write = (key: string, value: Value, at: number) =>
    place().setItem(key, JSON.stringify({ version, at, value } satisfies Entry))
  const dropOldest = (owned: string, count: number) => {
    const keys = namesIn(place(), owned)
    if (keys.length <= count) return
    const ages = keys.map((key) => ({ key, at: attempt(() => read(place().getItem(key)))?.at ?? 0 }))
    for (const { key } of ages.sort((a, b) => b.at - a.at).slice(count)) place().removeItem(key)
  }

  return {
    of(memberId, id = '') {
      const ownedBy = (owner: string) => `${prefix}${owner}:${name}:`
      const owned = ownedBy(memberId ?? visitor)
      const key = owned + id
      return {
        load: () =>
          attempt(() => {
            const own = read(place().getItem(key))
            if (memberId === null) return own?.value
            const before = read(place().getItem(ownedBy(visitor) + id))
            if (!before) return own?.value
            place().removeItem(ownedBy(visitor) + id)
            if (own && own.at > before.at) return own.value
            write(key, before.value, before.at)
            return before.value
          }) ?? null,
        save: (value) =>
          attempt(() => {
            if (value === null) return place().removeItem(key)
            write(key, value, Date.now())
            if (max !== undefined) dropOldest(owned, max)
          }),
        listen(onSave) {
          const hear = (event: StorageEvent) => {
            if (event.key !== key || event.storageArea !== place()) return
            const found = attempt(() => read(event.newValue))
            if (found) onSave(found.value)
          }
          window.addEventListener('storage', hear)
          return () => window.removeEventListener('storage', hear)
        },
      }
    },
  }
}

/** Removes every draft of this browser and this tab: after a deliberate sign-out. */
export function removeDrafts(): void {
  for (const place of [() => sessionStorage, () => localStorage])
    attempt(() => {
      for (const name of namesIn(place(), prefix)) place().removeItem(name)
    })
}

/** Parses an object that has these texts; null for anything else. */
export const parseTexts =
  <Name extends string>(names: readonly Name[]) =>
  (stored: unknown): Record<Name, string> | null => {
    if (typeof stored !== 'object' || stored === null) return null
    const entries = names.map((name) => [name, (stored as Record<string, unknown>)[name]])
    return entries.every(([, value]) => typeof value === 'string')
      ? (Object.fromEntries(entries) as Record<Name, string>)
      : null
  }

export const parseText = (stored: unknown): string | null => (typeof stored === 'string' ? stored : null)

const namesIn = (store: Storage, start: string): string[] =>
  Array.from({ length: store.length }, (_, index) => store.key(index)).filter(
    (name): name is string => name?.startsWith(start) ?? false,
  )

function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch (error) {
    console.warn('The draft could not be stored or read.', error)
    return undefined
  }
}
