import { expect, it } from 'vitest'
import { parsePromptFilter, promptFilterArguments, writePromptFilter } from './prompt-filter.ts'

const parse = (query: string) => parsePromptFilter(new URLSearchParams(query))

it('P09: an address holds every filter, and gives the same one back', () => {
  const query =
    '?keyword=%EB%B8%94%EB%A1%9C%EA%B7%B8&sort=new&main=idea&sub=8&sub=9&model=claude&model=gpt&language=en&type=text'
  const filter = parse(query)
  expect(filter).not.toBeNull()
  expect(writePromptFilter(filter!)).toBe(query)
  expect(promptFilterArguments(filter!)).toEqual({
    sort: 'new',
    keyword: '블로그',
    subs: [8, 9],
    models: [6, 1],
    languages: ['en'],
    prompt_type: 1,
  })
})

it('P02, P09: a main category alone includes its sub-categories', () => {
  expect(promptFilterArguments(parse('main=recipe')!)).toMatchObject({ subs: [79, 80, 81, 82, 83, 84, 85] })
})

it('P11: without anything the list is trending and unfiltered', () => {
  expect(writePromptFilter(parse('')!)).toBe('')
  expect(promptFilterArguments(parse('')!)).toEqual({ sort: 'trending', prompt_type: 0 })
})

it.each([
  'sort=best',
  'main=toString',
  'sub=0',
  'sub=86',
  'sub=1.5',
  'model=gpt5',
  'language=fr',
  'type=image',
])('R06: %s names no existing filter', (query) => expect(parse(query)).toBeNull())
