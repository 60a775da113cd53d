import { expect, it, vi } from 'vitest'
import {
  beginDeviceTexts,
  consumeLocalDraft,
  countUnsent,
  createLocalDraft,
  listDeviceTexts,
  readDeviceOwner,
  removeDeviceTexts,
  saveCopy,
  type DeviceStore,
} from './device-texts.ts'

/** A store of this member. `room` counts characters. */
function createStore(room = Number.POSITIVE_INFINITY): DeviceStore & { names: () => string[] } {
  const entries = new Map<string, string>()
  const store = {
    get length() {
      return entries.size
    },
    key: (index: number) => [...entries.keys()][index] ?? null,
    getItem: (name: string) => entries.get(name) ?? null,
    setItem(name: string, value: string) {
      const others = [...entries].filter(([other]) => other !== name)
      const used = others.reduce((sum, [, other]) => sum + other.length, 0)
      if (used + value.length > room) throw new DOMException('full', 'QuotaExceededError')
      entries.set(name, value)
    },
    removeItem: (name: string) => void entries.delete(name),
    names: () => [...entries.keys()].filter((name) => name !== 'munjang-texts-of'),
  }
  beginDeviceTexts(store, 'anna')
  return store
}
const text = (content: string) => ({ title: '제목', content, tags: ['하나'] })
const place = (store: DeviceStore, id: number, at = 0, memberId = 'anna') =>
  createLocalDraft(store, { memberId, id, language: 'Korean' }, () => at)
const copy = (content: string, at: number) =>
  ({ text: text(content), language: 'Korean', revision: 3, at }) as const

it('an unsaved text is restored once, the newest of several tabs', () => {
  const store = createStore()
  place(store, 7, 1_000).save(text('먼저'), 3)
  place(store, 7, 2_000).save(text('나중'), 3, text('보낸 글'))
  place(store, 8, 3_000).save(text('다른 글'), 1)
  place(store, 7, 9_000, 'ben').save(text('남의 글'), 1)
  expect(consumeLocalDraft(store, 'anna', 7, () => 3_000)).toEqual({
    ...copy('나중', 2_000),
    unanswered: text('보낸 글'),
  })
  expect(consumeLocalDraft(store, 'anna', 7, () => 3_000)).toBeNull()
  expect(consumeLocalDraft(store, 'anna', 8, () => 3_000)?.text.content).toBe('다른 글')
})

it('a saved text leaves no draft, and no draft stays forever', () => {
  const store = createStore()
  const draft = place(store, 7)
  draft.save(text('x'), null)
  draft.forget()
  expect(store.names()).toEqual([])
  draft.save(text('x'), null)
  store.setItem('munjang-text:9:broken', '{')
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  consumeLocalDraft(store, 'anna', 1, () => 61 * 86_400_000)
  expect([store.names(), warn.mock.calls.length]).toEqual([[], 1])
  warn.mockRestore()
})

it('the last ten opened texts stay, and unsaved changes are shown instead of their copy', () => {
  const store = createStore()
  for (let id = 1; id <= 12; id++) saveCopy(store, 'anna', id, copy(`글 ${id}`, id))
  place(store, 5, 100).save(text('고친 글'), 3)
  saveCopy(store, 'anna', 5, copy('저장된 글', 200))
  const lines = listDeviceTexts(store, 'anna')
  expect(lines.map(({ id }) => id)).toEqual([5, 12, 11, 10, 9, 8, 7, 6, 4, 3])
  expect(lines[0]).toMatchObject({ isUnsent: true, text: text('고친 글') })
  expect(countUnsent(store, 'anna')).toBe(1)
})

it('a full storage gives up the oldest copies for unsaved changes, and causes no error when nothing helps', () => {
  const store = createStore(1_000)
  for (let id = 1; id <= 4; id++) saveCopy(store, 'anna', id, copy('가'.repeat(80), id))
  place(store, 9).save(text('나'.repeat(400)), 1)
  expect(listDeviceTexts(store, 'anna').map(({ id }) => id)).toContain(9)
  expect(listDeviceTexts(store, 'anna').map(({ id }) => id)).not.toContain(1)
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  place(store, 10).save(text('다'.repeat(2_000)), 1)
  expect(warn).toHaveBeenCalledOnce()
  expect(countUnsent(store, 'anna')).toBe(1)
  warn.mockRestore()
})

it('security: another member sees no text of the one before, whose unsaved changes wait', () => {
  const store = createStore()
  saveCopy(store, 'anna', 1, copy('안나의 글', 1))
  place(store, 2).save(text('안나가 고친 글'), 1)
  beginDeviceTexts(store, 'ben')
  expect([readDeviceOwner(store), listDeviceTexts(store, 'ben')]).toEqual(['ben', []])
  expect(listDeviceTexts(store, 'anna').map(({ id }) => id)).toEqual([2])
})

it('security: after a sign-out nothing is stored, also by an editor that is still open', () => {
  const store = createStore()
  const draft = place(store, 2)
  draft.save(text('x'), 1)
  saveCopy(store, 'anna', 1, copy('y', 1))
  removeDeviceTexts(store)
  draft.save(text('z'), 1)
  saveCopy(store, 'anna', 1, copy('y', 1))
  expect([store.names(), readDeviceOwner(store)]).toEqual([[], null])
})
