import { afterEach, beforeEach, expect, it, vi } from 'vitest'

type Module = { default: () => null }
const part = { default: () => null }

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubEnv('SSR', false)
  vi.resetModules()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

/** Waits for the code of parts that the server rendered. @returns whether the page may be hydrated */
async function open(loads: Record<string, () => Promise<Module>>): Promise<() => boolean> {
  const links = Object.keys(loads).map((name) => ({ dataset: { part: name } }))
  vi.stubGlobal('document', { querySelectorAll: () => links })
  const { lazyWithRetry, loadRenderedParts } = await import('./lazy-with-retry.ts')
  for (const [name, load] of Object.entries(loads)) lazyWithRetry(load, name)
  let isReady = false
  void loadRenderedParts().then(() => (isReady = true))
  await vi.advanceTimersByTimeAsync(0)
  return () => isReady
}

it('a page is hydrated when the code of its parts is there, or has failed', async () => {
  const isReady = await open({
    there: () => Promise.resolve(part),
    gone: () => Promise.reject(new TypeError('gone')),
  })
  expect(isReady()).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})

it('a part whose code hangs holds back the page for 15 seconds', async () => {
  const isReady = await open({
    there: () => Promise.resolve(part),
    hanging: () => new Promise(() => undefined),
  })
  await vi.advanceTimersByTimeAsync(14_999)
  expect(isReady()).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(isReady()).toBe(true)
})
