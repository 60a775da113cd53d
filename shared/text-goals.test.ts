import { expect, it } from 'vitest'
import { readGoalCount, readingMinutes } from './text-goals.ts'

it('a goal is a whole number of at most 200,000, with or without commas', () => {
  expect(['1', '2,000', ' 1 200 ', '２０００', '200000'].map(readGoalCount)).toEqual([
    1, 2_000, 1_200, 2_000, 200_000,
  ])
  for (const typed of ['', '0', '-5', '1.5', '200001', '9999999', 'many'])
    expect(readGoalCount(typed)).toBeNull()
})

it('500 syllables or 238 words take a minute to read, a text of both takes both, and a short one takes one', () => {
  expect(readingMinutes('')).toBe(0)
  expect(readingMinutes('짧다.')).toBe(1)
  expect(readingMinutes('가'.repeat(1_500))).toBe(3)
  expect(readingMinutes('word '.repeat(476))).toBe(2)
  expect(readingMinutes(`${'가'.repeat(1_000)} ${'word '.repeat(238)}`)).toBe(3)
})
