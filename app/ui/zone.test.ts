import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { formatDay, useZone } from './zone.ts'

// Eight in the morning of the second of December in Seoul, and still the first in UTC.
const morning = '2026-12-01T23:00:00.000Z'

it("B25: the server writes a day in the zone of the site, whatever the server's own zone", () => {
  const Day = () => formatDay(morning, 'en', useZone())
  expect(renderToString(createElement(Day))).toBe('December 2, 2026')
})

it('a day is that of the zone', () => {
  expect(formatDay(morning, 'ko', 'America/New_York')).toBe('2026년 12월 1일')
  expect(formatDay(morning, 'ko', 'Pacific/Auckland')).toBe('2026년 12월 2일')
})
