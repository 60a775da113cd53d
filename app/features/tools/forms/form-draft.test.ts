import { expect, it } from 'vitest'
import { articleKit } from './article-tool.tsx'
import { asDraft, checkDraft } from './form-draft.ts'
import type { FormDraft } from './tool-definition.ts'

const empty: FormDraft = { ...articleKit.empty, language: 'Korean' }
const draft = (changes: object) => ({ ...empty, topic: '제주', ...changes })
const check = async (changes: object) => {
  const checked = await checkDraft('article', draft(changes))
  return 'problems' in checked ? checked.problems : {}
}

it('T05, T11: limits are inclusive and count Hangul per syllable, composed or not', async () => {
  expect(await check({ topic: '가'.repeat(500) })).toEqual({})
  expect(await check({ topic: '가'.repeat(501) })).toEqual({ topic: { rule: 'too_long', count: 500 } })
  expect(await check({ topic: '한'.normalize('NFD').repeat(500) })).toEqual({})
  expect(await check({ information: 'a'.repeat(2_000), target: '나'.repeat(50) })).toEqual({})
  expect(await check({ information: 'a'.repeat(2_001), target: '나'.repeat(51) })).toEqual({
    information: { rule: 'too_long', count: 2_000 },
    target: { rule: 'too_long', count: 50 },
  })
})

it('T05: a topic is required, blanks are none; tone and language must be among those offered', async () => {
  expect(await check({ topic: ' \n ' })).toEqual({ topic: { rule: 'required' } })
  expect(await check({ tone: 'loud', language: 'Klingon' })).toEqual({
    tone: { rule: 'choose' },
    language: { rule: 'choose' },
  })
})

it('an earlier request becomes a form again; anything else does not', () => {
  const request = { topic: 't', tone: 'formal', language: 'English', information: 'i', target: '' }
  const read = (value: unknown) => asDraft(empty, 'topic', value)
  expect(read({ ...request, thumbnail: true, file: 'x.pdf', length: 900, place: 'naver' })).toEqual({
    ...empty,
    ...request,
    thumbnail: true,
    length: 900,
    place: 'naver',
  })
  expect(read({ topic: 't', place: 'moon', length_unit: 'pages' })).toEqual({ ...empty, topic: 't' })
  expect(read({ topic: 't', tone: 'loud', language: 3 })).toEqual({ ...empty, topic: 't' })
  for (const value of [null, 3, 'x', {}, { topic: 4 }, []]) expect(read(value)).toBe(null)
})

it('lists of an earlier request are restored entry by entry, and other values stay as in the empty form', () => {
  const letter = { duty: '', questions: [{ question: '', limit: 700, unit: 'characters' }] }
  const read = (questions: unknown) => asDraft(letter, 'duty', { duty: 'd', questions })?.questions
  expect(read([{ question: 'q', limit: 300, more: 1 }, null])).toEqual([
    { question: 'q', limit: 300, unit: 'characters' },
    { question: '', limit: 700, unit: 'characters' },
  ])
  for (const value of ['x', [], undefined]) expect(read(value)).toEqual(letter.questions)
})
