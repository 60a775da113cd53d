import { expect, it, vi } from 'vitest'
import { createLocalDraft, consumeLocalDraft, type LocalStore } from './local-text.ts'

function createStore(options: { isFull?: boolean } = {}): LocalStore {
  const entries = new Map<string, string>()
  return {
    get length() {
      return entries.size
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (name) => entries.get(name) ?? null,
    setItem(name, value) {
      if (options.isFull) throw new DOMException('full', 'QuotaExceededError')
      entries.set(name, value)
    },
    removeItem: (name) => void entries.delete(name),
  }
}
const text = (content: string) => ({ title: '제목', content, tags: ['하나'] })

it('an unsaved text is restored once, the newest of several tabs', () => {
  const store = createStore()
  createLocalDraft(store, 7, () => 1_000).save(text('먼저'), 3)
  createLocalDraft(store, 7, () => 2_000).save(text('나중'), 3)
  createLocalDraft(store, 8, () => 3_000).save(text('다른 글'), 1)
  expect(consumeLocalDraft(store, 7, () => 3_000)).toEqual({ text: text('나중'), revision: 3, at: 2_000 })
  expect(consumeLocalDraft(store, 7, () => 3_000)).toBeNull()
  expect(consumeLocalDraft(store, 8, () => 3_000)?.text.content).toBe('다른 글')
})

it('a saved text leaves no draft, and no draft stays forever', () => {
  const store = createStore()
  const place = createLocalDraft(store, 7, () => 0)
  place.save(text('x'), null)
  place.forget()
  expect(store.length).toBe(0)
  place.save(text('x'), null)
  store.setItem('munjang-text:9:broken', '{')
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  consumeLocalDraft(store, 1, () => 61 * 86_400_000)
  expect([store.length, warn.mock.calls.length]).toEqual([0, 1])
  warn.mockRestore()
})

it('a full or forbidden storage causes no error', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  createLocalDraft(createStore({ isFull: true }), 7).save(text('x'), 1)
  expect(warn).toHaveBeenCalledOnce()
  warn.mockRestore()
})
