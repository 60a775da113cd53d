import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createDraft, parseText, parseTexts, removeDrafts } from './draft.ts'

function createStore(): Storage {
  const stored = new Map<string, string>()
  return {
    get length() {
      return stored.size
    },
    key: (index: number) => [...stored.keys()][index] ?? null,
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
    clear: () => stored.clear(),
  }
}

let events: EventTarget
beforeEach(() => {
  events = new EventTarget()
  vi.stubGlobal('localStorage', createStore())
  vi.stubGlobal('sessionStorage', createStore())
  vi.stubGlobal('window', events)
  vi.useFakeTimers({ now: 1_000 })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const drafts = createDraft('letter', parseTexts(['title', 'text']), { storage: 'browser' })
const letter = { title: 'T', text: 'x' }

it('a draft is stored per member and id, until it is deleted', () => {
  drafts.of('a', 7).save(letter)
  expect(drafts.of('a', 7).load()).toEqual(letter)
  for (const other of [drafts.of('b', 7), drafts.of('a', 8), drafts.of('a'), drafts.of(null, 7)])
    expect(other.load()).toBeNull()
  drafts.of('a', 7).save(null)
  expect(drafts.of('a', 7).load()).toBeNull()
})

it('the draft of a visitor belongs to the member who signs in, and to nobody after that; the newer one counts', () => {
  drafts.of('a').save({ ...letter, title: 'older' })
  vi.setSystemTime(2_000)
  drafts.of(null).save(letter)
  expect(drafts.of('a').load()).toEqual(letter)
  expect([drafts.of(null).load(), drafts.of('b').load()]).toEqual([null, null])
  expect(drafts.of('a').load()).toEqual(letter)

  drafts.of(null).save({ ...letter, title: 'older' })
  vi.setSystemTime(3_000)
  drafts.of('a').save(letter)
  expect(drafts.of('a').load()).toEqual(letter)
  expect(drafts.of(null).load()).toBeNull()
})

it('a sign-out removes the drafts of the browser and of the tab, and nothing else', () => {
  const inTab = createDraft('word', parseText, { storage: 'tab' })
  drafts.of('a').save(letter)
  inTab.of(null).save('x')
  localStorage.setItem('theme', 'dark')
  removeDrafts()
  expect([drafts.of('a').load(), inTab.of(null).load()]).toEqual([null, null])
  expect(localStorage.getItem('theme')).toBe('dark')
})

it('what is broken, of another version or of another shape is no draft', () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const key = 'munjang-draft:a:letter:'
  for (const stored of [
    '{"tit',
    'null',
    '7',
    '{"version":1,"at":1,"value":{"title":"T"}}',
    '{"version":1,"at":1}',
  ]) {
    localStorage.setItem(key, stored)
    expect(drafts.of('a').load(), stored).toBeNull()
  }
  drafts.of('a').save(letter)
  const next = createDraft('letter', parseTexts(['title', 'text']), { storage: 'browser', version: 2 })
  expect(next.of('a').load()).toBeNull()
})

it('a storage that is full or forbidden stops nothing', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  localStorage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  drafts.of('a').save(letter)
  vi.stubGlobal('localStorage', undefined)
  expect(drafts.of('a').load()).toBeNull()
  removeDrafts()
  expect(warn).toHaveBeenCalledTimes(3)
})

it('of a kind with a limit, the oldest drafts of the member go', () => {
  const few = createDraft('few', parseText, { storage: 'browser', max: 2 })
  for (const [at, id] of [1, 2, 3].entries()) {
    vi.setSystemTime(at)
    few.of('a', id).save('x')
  }
  few.of('b', 1).save('x')
  expect([1, 2, 3].map((id) => few.of('a', id).load())).toEqual([null, 'x', 'x'])
  expect(few.of('b', 1).load()).toBe('x')
})

it('a draft that another tab saves is heard, and no other one', () => {
  const heard: unknown[] = []
  const stop = drafts.of('a', 7).listen((value) => heard.push(value))
  const tell = (key: string, newValue: string | null) =>
    events.dispatchEvent(Object.assign(new Event('storage'), { key, newValue, storageArea: localStorage }))
  const json = JSON.stringify({ version: 1, at: 1, value: letter })
  tell('munjang-draft:a:letter:7', json)
  tell('munjang-draft:b:letter:7', json)
  tell('munjang-draft:a:letter:7', null)
  stop()
  tell('munjang-draft:a:letter:7', json)
  expect(heard).toEqual([letter])
})
