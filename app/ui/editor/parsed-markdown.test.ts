import { expect, it } from 'vitest'
import { parseOnce } from './parsed-markdown.server.ts'

it('attacks 4: a text is parsed once for all who read it, and again when it was changed', () => {
  const first = parseOnce('A **text**.')
  expect(parseOnce('A **text**.')).toBe(first)
  expect(parseOnce('A **text** again.')).not.toEqual(first)
})

it('the cache evicts trees of texts that are no longer read', () => {
  const first = parseOnce('The first.')
  for (let index = 0; index < 25; index++) parseOnce(`${index} ${'word '.repeat(20_000)}`)
  expect(parseOnce('The first.')).not.toBe(first)
})
