import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchBuild } from './build-watch.ts'

const complain = vi.spyOn(console, 'warn').mockReturnValue()
const answer = vi.fn<typeof fetch>()
const same = () => Promise.resolve(Response.json({}))
const newer = () =>
  Promise.resolve(new Response(null, { status: 204, headers: { 'X-Remix-Reload-Document': 'true' } }))
const page = Object.assign(new EventTarget(), { visibilityState: 'visible', documentElement: { lang: 'ko' } })

beforeEach(() => {
  vi.useFakeTimers()
  page.visibilityState = 'visible'
  complain.mockClear()
  answer.mockReset().mockImplementation(same)
  vi.stubGlobal('fetch', answer)
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', { __reactRouterManifest: { version: 'a1' } })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('O12, B26: the manifest is requested every 60 seconds, past every cache, and a newer build is reported once', async () => {
  const onNewer = vi.fn<() => void>()
  watchBuild(onNewer)
  await vi.advanceTimersByTimeAsync(59_000)
  expect(answer).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(61_000)
  expect(answer.mock.calls).toEqual([
    ['/ko/__manifest?version=a1&paths=', { cache: 'no-store' }],
    ['/ko/__manifest?version=a1&paths=', { cache: 'no-store' }],
  ])
  expect(onNewer).not.toHaveBeenCalled()
  answer.mockImplementation(newer)
  await vi.advanceTimersByTimeAsync(300_000)
  expect([onNewer.mock.calls.length, answer.mock.calls.length]).toEqual([1, 3])
})

it('O12: a hidden tab sends no request, and sends one when it is visible again', async () => {
  const stop = watchBuild(vi.fn<() => void>())
  page.visibilityState = 'hidden'
  await vi.advanceTimersByTimeAsync(600_000)
  expect(answer).not.toHaveBeenCalled()
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  expect(answer).toHaveBeenCalledOnce()
  stop()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(answer).toHaveBeenCalledOnce()
})

it('O12: a failed check is only logged to the console', async () => {
  const onNewer = vi.fn<() => void>()
  watchBuild(onNewer)
  answer.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  answer.mockResolvedValueOnce(new Response(null, { status: 502 }))
  await vi.advanceTimersByTimeAsync(120_000)
  expect([complain.mock.calls.length, onNewer.mock.calls.length]).toEqual([2, 0])
})
