import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { recoverFromChunkErrors, offlineEvent, stalePartEvent } from './chunk-errors.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function openPage(isTyping = false) {
  let isOnline = true
  const target = new EventTarget()
  const entries = new Map<string, string>()
  const store = {
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, value: string) => void entries.set(name, value),
  }
  const reload = vi.fn<() => void>()
  const offer = vi.fn<() => void>()
  const sayOffline = vi.fn<() => void>()
  target.addEventListener(stalePartEvent, offer)
  target.addEventListener(offlineEvent, sayOffline)
  const navigation = new EventTarget()
  recoverFromChunkErrors({
    target,
    store,
    isTyping: () => isTyping,
    isOnline: () => isOnline,
    reload,
    navigation,
  })
  /** Whether the browser would carry out the reload. */
  const navigate = (navigationType: string, userInitiated = false) =>
    navigation.dispatchEvent(
      Object.assign(new Event('navigate', { cancelable: true }), { navigationType, userInitiated }),
    )
  const connect = (isConnected: boolean) => {
    isOnline = isConnected
    if (isConnected) target.dispatchEvent(new Event('online'))
  }
  const fail = () => target.dispatchEvent(new Event('vite:preloadError'))
  return { fail, navigate, connect, reload, offer, sayOffline, store }
}

it('O13: a stale part reloads once and not again within 10 seconds', () => {
  const { fail, reload } = openPage()
  fail()
  fail()
  vi.advanceTimersByTime(9_999)
  fail()
  expect(reload).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  fail()
  expect(reload).toHaveBeenCalledTimes(2)
})

it("O13: the router's own reloads follow the same rule, a member's reloads do not", () => {
  const { navigate, offer } = openPage()
  expect([navigate('reload'), navigate('reload'), navigate('reload', true)]).toEqual([true, false, true])
  expect(offer).toHaveBeenCalledTimes(1)
  expect([navigate('push'), navigate('traverse')]).toEqual([true, true])
  expect(openPage(true).navigate('reload')).toBe(false)
})

it('O13: our own reload of a stale part passes', () => {
  const { fail, navigate } = openPage()
  fail()
  expect(navigate('reload')).toBe(true)
})

it('O13: while the member types, the reload is offered and not done', () => {
  const { fail, reload, offer } = openPage(true)
  fail()
  expect([reload.mock.calls.length, offer.mock.calls.length]).toEqual([0, 1])
})

it('O13: without a memory nothing reloads, since it could go in circles', () => {
  const complain = vi.spyOn(console, 'warn').mockReturnValue()
  const { fail, reload, store } = openPage()
  store.getItem = () => {
    throw new DOMException('forbidden', 'SecurityError')
  }
  fail()
  expect([reload.mock.calls.length, complain.mock.calls.length]).toEqual([0, 1])
  complain.mockRestore()
})

it('O13: without a connection nothing is reloaded, by us or by the router, until there is one', () => {
  const { fail, navigate, connect, reload, sayOffline } = openPage()
  connect(false)
  fail()
  fail()
  expect(navigate('reload')).toBe(false)
  expect(reload).not.toHaveBeenCalled()
  expect(sayOffline).toHaveBeenCalledTimes(3)
  connect(true)
  expect(reload).toHaveBeenCalledTimes(1)
})
