import { expect, it } from 'vitest'
import { correctionsIn, siteOf, type CheckedClaim } from './fact-check.ts'
import { applyChanges } from './sentence-changes.ts'

const claim: CheckedClaim = {
  claim: 'It opens at nine.',
  sentence: 'It opens at nine.',
  verdict: 'contradicted',
  correction: 'It opens at $& ten.',
  source: {
    title: 'Hours',
    url: 'https://www.example.com/hours_(new)?a=1',
    date: null,
    read_on: '2026-11-26',
    quote: 'Opens at ten.',
    is_sample: false,
  },
}

it('a corrected sentence is a change of its own, with a link to its source, and the rest stays', () => {
  const last = { ...claim, sentence: 'After', correction: 'Later' }
  const changes = correctionsIn('Before. It opens at nine. After', [last, claim])
  const citation = '[(example.com)](https://www.example.com/hours_%28new%29?a=1)'
  expect(changes).toEqual([
    { before: 'Before. ', after: 'Before. ' },
    { before: 'It opens at nine.', after: `It opens at $& ten ${citation}.` },
    { before: ' ', after: ' ' },
    { before: 'After', after: `Later ${citation}` },
  ])
  expect(applyChanges(changes, new Set([1]))).toBe(`Before. It opens at $& ten ${citation}. After`)
  expect(applyChanges(changes, new Set())).toBe('Before. It opens at nine. After')
})

it('without a source, or without its sentence, nothing is corrected; two claims of a sentence correct it once', () => {
  const same = [{ before: 'It opens at nine.', after: 'It opens at nine.' }]
  expect(correctionsIn('It opens at nine.', [{ ...claim, source: null }])).toEqual(same)
  expect(correctionsIn('It opens at nine.', [{ ...claim, sentence: 'It opens at six.' }])).toEqual(same)
  expect(correctionsIn('It opens at nine.', [claim, claim])).toHaveLength(1)
  expect(siteOf('https://m.example.co.kr')).toBe('example.co.kr')
})
