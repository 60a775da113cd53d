import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { describeAge, eachMinute, RelativeTime } from './relative-time.tsx'

const now = new Date('2026-11-21T12:00:00Z')

it("an age uses the largest unit that fits, in the reader's language", () => {
  expect(describeAge(new Date('2026-11-21T11:57:10Z'), now, 'ko')).toBe('2분 전')
  expect(describeAge(new Date('2026-11-20T11:00:00Z'), now, 'en')).toBe('yesterday')
  expect(describeAge(new Date('2024-10-01T00:00:00Z'), now, 'en')).toBe('2 years ago')
  expect(describeAge(new Date('2026-11-21T11:59:50Z'), now, 'ko')).toBe('지금')
})

it('the server writes the same age as the browser, and leaves out the exact time because it does not know the zone', () => {
  const iso = new Date(Date.now() - 2.5 * 3_600_000).toISOString()
  expect(renderToString(createElement(RelativeTime, { iso, language: 'en' }))).toBe(
    `<time dateTime="${iso}">2 hours ago</time>`,
  )
})

it('hundreds of times on a page share one timer, which ends with the last of them', () => {
  vi.useFakeTimers()
  const changed = vi.fn<() => void>()
  const stops = Array.from({ length: 300 }, () => eachMinute(changed))
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(60_000)
  expect(changed).toHaveBeenCalledTimes(300)
  stops.forEach((stop) => stop())
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})
