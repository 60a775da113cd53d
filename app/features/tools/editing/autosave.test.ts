import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import { createAutosave, type SaveState } from './autosave.ts'
import type { WrittenText } from '../writing/text.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const text = (content: string): WrittenText => ({ title: '제목', content, tags: [] })

/** A backend with one text, which fails on demand and can be slowed down. */
function createBackend() {
  const backend = {
    sent: [] as string[],
    stored: '처음',
    local: null as string | null,
    states: [] as SaveState['kind'][],
    told: [] as number[],
    failure: null as ErrorCode | null,
    gate: Promise.resolve(),
    losesAnswers: false,
    isOnline: true,
    revision: 1,
  }
  const autosave = createAutosave(
    {
      isOnline: () => backend.isOnline,
      async save({ content }, base) {
        backend.sent.push(content)
        await backend.gate
        if (backend.failure) throw new AppError(backend.failure)
        if (base !== backend.revision) throw new AppError('edit_conflict')
        backend.stored = content
        if (backend.losesAnswers) {
          backend.revision++
          throw new AppError('unavailable')
        }
        return { revision: ++backend.revision, savedAt: null }
      },
      getStored: async () => ({ ...text(backend.stored), revision: backend.revision }),
      saveLocally: ({ content }) => void (backend.local = content),
      forgetLocally: () => void (backend.local = null),
      onState: ({ kind }) => void backend.states.push(kind),
      onSaved: ({ revision }) => void backend.told.push(revision),
    },
    { text: text('처음'), revision: 1 },
  )
  return { backend, autosave }
}

it('saves 1.5 seconds after the last key, once for all of them', async () => {
  const { backend, autosave } = createBackend()
  for (const content of ['ㅎ', '하', '한', '한ㄱ', '한그', '한글']) {
    autosave.change(text(content))
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(backend.sent).toEqual([])
  await vi.advanceTimersByTimeAsync(500)
  expect(backend.sent).toEqual(['한글'])
  expect(backend.states).toEqual(['editing', 'saving', 'saved'])
  expect(backend.local).toBeNull()
})

it('an open syllable is saved as it is, and again when it is complete', async () => {
  const { backend, autosave } = createBackend()
  autosave.change(text('안녀'))
  await vi.advanceTimersByTimeAsync(1_500)
  autosave.change(text('안녕'))
  await vi.advanceTimersByTimeAsync(1_500)
  expect(backend.sent).toEqual(['안녀', '안녕'])
})

it('stores every change in the browser until the server has it', async () => {
  const { backend, autosave } = createBackend()
  autosave.change(text('하나'))
  expect(backend.local).toBe('하나')
  let release = () => {}
  backend.gate = new Promise<void>((resolve) => (release = resolve))
  const flushed = autosave.flush()
  autosave.change(text('하나 둘'))
  release()
  await flushed
  expect(backend.local).toBe('하나 둘')
  await vi.advanceTimersByTimeAsync(1_500)
  expect([backend.stored, backend.local]).toEqual(['하나 둘', null])
})

it('is offline while the backend is away, tries again by itself and loses nothing', async () => {
  const { backend, autosave } = createBackend()
  backend.failure = 'unavailable'
  autosave.change(text('하나'))
  await vi.advanceTimersByTimeAsync(1_500)
  expect(backend.states.at(-1)).toBe('offline')
  await vi.advanceTimersByTimeAsync(2_000 + 5_000 + 10_000)
  expect(backend.sent).toHaveLength(4)
  expect(backend.local).toBe('하나')
  backend.failure = null
  await vi.advanceTimersByTimeAsync(30_000)
  expect([backend.stored, backend.local, backend.states.at(-1)]).toEqual(['하나', null, 'saved'])
})

it('a conflict waits for the member, and either choice ends it', async () => {
  for (const isMine of [true, false]) {
    const { backend, autosave } = createBackend()
    Object.assign(backend, { revision: 7, stored: '다른 곳' })
    autosave.change(text('여기'))
    await vi.advanceTimersByTimeAsync(1_500)
    expect(backend.states.at(-1)).toBe('conflict')
    autosave.change(text('여기 더'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(backend.sent).toEqual(['여기'])
    expect(backend.local).toBe('여기 더')
    if (isMine) {
      autosave.rebase(7)
      await autosave.flush()
    } else autosave.reset(text('다른 곳'), 7)
    expect([backend.stored, backend.local]).toEqual([isMine ? '여기 더' : '다른 곳', null])
  }
})

it('what would be refused again is not sent again by itself', async () => {
  const { backend, autosave } = createBackend()
  backend.failure = 'sign_in_required'
  autosave.change(text('하나'))
  await vi.advanceTimersByTimeAsync(120_000)
  expect(backend.sent).toHaveLength(1)
  expect([backend.local, backend.states.at(-1)]).toEqual(['하나', 'refused'])
})

it('an explicit save is sent without changes too, and leaving sends what is unsaved', async () => {
  const { backend, autosave } = createBackend()
  await autosave.flush(true)
  expect(backend.sent).toEqual(['처음'])
  autosave.change(text('끝'))
  autosave.end()
  await vi.advanceTimersByTimeAsync(0)
  expect(backend.stored).toBe('끝')
})

it('what comes back after the end is not told: the text may have another autosave by then', async () => {
  const { backend, autosave } = createBackend()
  const answer = Promise.withResolvers<void>()
  backend.gate = answer.promise
  autosave.change(text('하나'))
  void autosave.flush()
  await vi.advanceTimersByTimeAsync(0)
  autosave.end()
  const before = [...backend.states]
  answer.resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(backend.stored).toBe('하나')
  expect([backend.states, backend.told]).toEqual([before, []])
})

it('a text that is not with the server is not replaced by a version', async () => {
  for (const [failure, code] of [
    ['unavailable', 'unavailable'],
    ['edit_conflict', 'edit_conflict'],
    ['user_blocked', 'user_blocked'],
  ] as const) {
    const { backend, autosave } = createBackend()
    backend.failure = failure
    autosave.change(text('하나'))
    await expect(autosave.requireSaved()).rejects.toThrow(code)
  }
  const { backend, autosave } = createBackend()
  autosave.change(text('하나'))
  await autosave.requireSaved()
  expect(backend.stored).toBe('하나')
})

it('a save whose answer was lost is no conflict with itself, and what another wrote since is one', async () => {
  const { backend, autosave } = createBackend()
  backend.losesAnswers = true
  autosave.change(text('하나'))
  expect(await autosave.flush()).toEqual({ kind: 'offline' })
  backend.losesAnswers = false
  autosave.change(text('하나 둘'))
  expect(await autosave.flush()).toEqual({ kind: 'saved' })
  expect(backend.stored).toBe('하나 둘')

  backend.losesAnswers = true
  autosave.change(text('하나 둘 셋'))
  await autosave.flush()
  backend.losesAnswers = false
  backend.stored = '남의 글'
  backend.revision++
  expect(await autosave.flush()).toEqual({ kind: 'conflict' })
  expect([backend.stored, backend.local]).toEqual(['남의 글', '하나 둘 셋'])
})

it('given up changes are not sent, and leave nothing in the browser', async () => {
  const { backend, autosave } = createBackend()
  autosave.change(text('하나'))
  autosave.discard()
  autosave.end()
  await vi.runAllTimersAsync()
  expect([backend.sent, backend.local, backend.stored]).toEqual([[], null, '처음'])
})

it('without a connection nothing is sent, the text stays in the browser, and is sent with one', async () => {
  const { backend, autosave } = createBackend()
  backend.isOnline = false
  autosave.change(text('하나'))
  expect(await autosave.flush()).toEqual({ kind: 'offline' })
  expect([backend.sent, backend.local]).toEqual([[], '하나'])
  backend.isOnline = true
  await vi.advanceTimersByTimeAsync(2_000)
  expect([backend.sent, backend.local, backend.states.at(-1)]).toEqual([['하나'], null, 'saved'])
})
