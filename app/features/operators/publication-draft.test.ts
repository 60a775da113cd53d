import { expect, it } from 'vitest'
import {
  asLocalInput,
  checkPublication,
  createPublicationKey,
  draftOf,
  readLocalInput,
} from './publication-draft.ts'

const whole = {
  ...draftOf('article', null),
  title_ko: '제목',
  title_en: 'Title',
  summary_ko: '요약',
  summary_en: 'Summary',
  content_ko: '본문',
  content_en: 'Text',
}

it('B25: a draft may have gaps, a shown or scheduled one has none, and no text is longer than its field', () => {
  const empty = draftOf('notice', null)
  expect([empty.type, empty.publish, checkPublication(empty)]).toEqual(['info', 'draft', {}])
  expect(checkPublication({ ...whole, title_en: ' ', publish: 'now' })).toEqual({
    title_en: { rule: 'required' },
  })
  expect(checkPublication({ ...whole, publish: 'time' })).toEqual({ at: 'required' })
  expect(checkPublication({ ...whole, title_ko: '가'.repeat(101) })).toEqual({
    title_ko: { rule: 'too_long', count: 100 },
  })
  expect(checkPublication({ ...whole, title_ko: '가'.repeat(100), publish: 'now' })).toEqual({})
})

it('B25: a scheduled time is in the future', () => {
  const scheduled = { ...whole, publish: 'time' as const, at: '2026-12-01T00:00:00.000Z' }
  const then = Date.parse(scheduled.at)
  expect(checkPublication(scheduled, then - 1)).toEqual({})
  expect(checkPublication(scheduled, then)).toEqual({ at: 'past' })
  expect(checkPublication({ ...scheduled, publish: 'now' }, then)).toEqual({})
})

it('B25, O11: the key of a new one is of the form that the database takes from a form', () => {
  expect(createPublicationKey()).toMatch(/^console-[0-9a-f]{12}$/)
  expect(createPublicationKey()).not.toBe(createPublicationKey())
})

it("B25: a time converts to the device's field and back without change", () => {
  const iso = '2026-12-01T00:30:00.000Z'
  expect(readLocalInput(asLocalInput(iso))).toBe(iso)
  expect([asLocalInput(null), readLocalInput('')]).toEqual(['', null])
})
