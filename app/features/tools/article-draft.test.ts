import { expect, it } from 'vitest'
import { asDraft, checkDraft, emptyDraft } from './article-draft.ts'

const draft = (changes: object) => ({ ...emptyDraft('ko'), topic: '제주', ...changes })

it('T05, T11: limits are inclusive and count Hangul per syllable, composed or not', async () => {
  expect(await checkDraft(draft({ topic: '가'.repeat(500) }))).toEqual({})
  expect(await checkDraft(draft({ topic: '가'.repeat(501) }))).toEqual({
    topic: { rule: 'too_long', count: 500 },
  })
  expect(await checkDraft(draft({ topic: '한'.normalize('NFD').repeat(500) }))).toEqual({})
  expect(await checkDraft(draft({ information: 'a'.repeat(2_000), target: '나'.repeat(50) }))).toEqual({})
  expect(await checkDraft(draft({ information: 'a'.repeat(2_001), target: '나'.repeat(51) }))).toEqual({
    information: { rule: 'too_long', count: 2_000 },
    target: { rule: 'too_long', count: 50 },
  })
})

it('T05: a topic is required, blanks are none; tone and language must be among those offered', async () => {
  expect(await checkDraft(draft({ topic: ' \n ' }))).toEqual({ topic: { rule: 'required' } })
  expect(await checkDraft(draft({ tone: 'loud', language: 'Klingon' }))).toEqual({
    tone: { rule: 'choose' },
    language: { rule: 'choose' },
  })
})

it('an earlier request becomes a form again; anything else does not', () => {
  expect(
    asDraft({
      topic: 't',
      tone: 'formal',
      language: 'English',
      information: 'i',
      target: '',
      thumbnail: false,
      file: 'x.pdf',
    }),
  ).toEqual({
    topic: 't',
    tone: 'formal',
    language: 'English',
    information: 'i',
    target: '',
  })
  for (const value of [null, 3, 'x', {}, { topic: 4 }, []]) expect(asDraft(value)).toBe(null)
})
