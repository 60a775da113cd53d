import { parseHTML } from 'linkedom'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { readToasts, showToast } from '#app/ui/toast.tsx'
import { useMutation, useSavedValue } from './use-mutation.ts'
import errors from '#shared/messages/en/errors.json'
import { LanguageProvider } from './words.tsx'

const { window, document } = parseHTML('<main></main>')
beforeAll(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('window', window)
  vi.stubGlobal('document', document)
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
})
afterEach(() => act(() => root.unmount()))
afterAll(() => {
  // The toasts belong to the whole worker. One with the same words takes the place of another.
  for (const { message } of readToasts()) showToast({ message, tone: 'error' })()
  vi.runAllTimers()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

let root: ReturnType<typeof createRoot>
/** Renders the hook on a page. @returns what it returned last, and how often the page's data were read */
async function open<Result>(use: () => Result) {
  const held = { reads: 0 } as { now: Result; reads: number }
  const hold = (now: Result) => Object.assign(held, { now })
  function Screen() {
    hold(use())
    return null
  }
  const loader = () => ++held.reads
  const router = createMemoryRouter([{ path: '/', Component: Screen, loader, HydrateFallback: () => null }])
  root = createRoot(document.querySelector('main') as unknown as Element)
  await act(async () => {
    root.render(
      <LanguageProvider language="en">
        <RouterProvider router={router} />
      </LanguageProvider>,
    )
  })
  await vi.waitFor(() => expect(held.now).toBeDefined())
  return held
}
const lastToast = () => readToasts().at(-1)?.message
const fails = (code: 'not_found' | 'unavailable') => () => Promise.reject(new AppError(code))

it('a success is told and reloads the page’s data; an error is told until it is closed and reloads nothing', async () => {
  const held = await open(() => useMutation({ revalidates: true }))
  expect(held.reads).toBe(1)
  expect(await act(() => held.now.send(() => Promise.resolve(), { done: 'Saved' }))).toBe(true)
  expect([lastToast(), held.reads]).toEqual(['Saved', 2])
  expect(await act(() => held.now.send(fails('unavailable')))).toBe(false)
  vi.advanceTimersByTime(600_000)
  expect([lastToast(), held.reads]).toEqual([errors.unavailable, 2])
})

it('an error that leaves nothing to send reloads the page’s data, with a message of the screen’s own', async () => {
  const held = await open(() =>
    useMutation({
      revalidates: true,
      isOver: ({ code }) => code === 'not_found',
      explain: ({ code }) => (code === 'not_found' ? 'Somebody else was first' : null),
    }),
  )
  expect(await act(() => held.now.send(fails('not_found')))).toBe(true)
  expect([lastToast(), held.reads]).toEqual(['Somebody else was first', 2])
})

it('an error next to the form is no toast, and goes with the next request or when it is cleared', async () => {
  const held = await open(() => useMutation({ isInline: true }))
  const before = readToasts().length
  await act(() => held.now.send(fails('not_found')))
  expect(held.now.problem).toBe(errors.not_found)
  expect(readToasts()).toHaveLength(before)
  act(() => held.now.clear())
  expect(held.now.problem).toBeNull()
})

it('a value is shown at once; of the changes during a request only the last is sent', async () => {
  const sent: number[] = []
  const answers = [Promise.withResolvers<number>(), Promise.withResolvers<number>()]
  const held = await open(() => useSavedValue(0, (wanted) => answers[sent.push(wanted) - 1]!.promise))
  act(() => void held.now[1](() => 1))
  act(() => void held.now[1](() => 2))
  act(() => void held.now[1]((now) => now + 1))
  expect([held.now[0], sent]).toEqual([3, [1]])
  await act(async () => answers[0]!.resolve(1))
  expect(sent).toEqual([1, 3])
  await act(async () => answers[1]!.resolve(30))
  expect(held.now[0]).toBe(30)
})

it('after an error a value is again the saved one', async () => {
  const held = await open(() => useSavedValue('saved', fails('unavailable')))
  await act(() => held.now[1](() => 'wanted'))
  expect([held.now[0], lastToast()]).toEqual(['saved', errors.unavailable])
})
