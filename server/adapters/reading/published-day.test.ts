import { parseHTML } from 'linkedom'
import { expect, it } from 'vitest'
import { findPublishedDay, parseDay } from './published-day.ts'

const now = Date.parse('2026-11-27T00:00:00Z')
const find = (html: string) =>
  findPublishedDay(parseHTML(`<html><head></head><body>${html}</body></html>`).document, now)

it('a day is read where the year comes first, in the zone of the page', () => {
  for (const value of [
    '2026-11-03',
    ' 2026-11-03T23:59:59-08:00',
    '2026.11.03',
    '2026/11/03 9:00',
    '20261103',
  ])
    expect(parseDay(value, now), value).toBe('2026-11-03')
  expect(parseDay('2026-11-28T01:00:00+14:00', now)).toBe('2026-11-28')
})

it('what is no day of the calendar, of the future or before the web is none', () => {
  for (const value of [
    '',
    '2026',
    '2026-02-30',
    '2026-13-01',
    '2026-1103',
    '202611031',
    '2026-11-29',
    '9999-12-31',
    '0001-01-01',
    '1989-12-31',
    'Nov 3, 2026',
    '"><script>2026-11-03',
    '２０２６-11-03',
    null,
    undefined,
    20261103,
    { toString: () => '2026-11-03' },
    ['2026-11-03'],
  ])
    expect(parseDay(value, now), JSON.stringify(value)).toBeNull()
  expect(parseDay(`2026-11-03${' '.repeat(1_000_000)}`, now)).toBe('2026-11-03')
  expect(parseDay(`${' '.repeat(1_000_000)}x`, now)).toBeNull()
})

it('the page’s own statement comes before times in its text, and several of those say nothing', () => {
  const meta = '<meta property="article:published_time" content="2026-01-01">'
  const time = (day: string, more = '') => `<time datetime="${day}" ${more}>x</time>`
  expect(find(time('2025-01-01') + meta)).toBe('2026-01-01')
  expect(find(`<meta property="article:published_time" content="soon">${time('2025-01-01')}`)).toBe(
    '2025-01-01',
  )
  expect(find(time('2025-01-01') + time('2024-01-01', 'itemprop="datePublished"'))).toBe('2024-01-01')
  expect(find(`<article>${time('2025-01-01')}</article>${time('2024-01-01')}`)).toBe('2025-01-01')
  expect(find(time('2025-01-01') + time('2024-01-01'))).toBeNull()
  expect(find(time('2025-01-01T08:00') + time('2025-01-01T09:00'))).toBe('2025-01-01')
  expect(find('<time>2025-01-01</time>')).toBeNull()
})
