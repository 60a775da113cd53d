import { expect, it } from 'vitest'
import { estimateTool, sizeOfSource, type PricedForm } from './tool-prices.ts'
import { estimateFileTokens } from './usage.ts'

const form = { tool: 'article', topic: 'A library', language: 'English' } as unknown as PricedForm
const price = (...sizes: Parameters<typeof estimateTool>[1]) => estimateTool(form, sizes, 'gpt').expected

it('server B4: a scan costs by its pages, however much other text there is', () => {
  const [one, twenty] = [price({ pages: 1 }), price({ pages: 20 })]
  expect(one).toBeGreaterThan(price())
  expect(twenty - one).toBeGreaterThanOrEqual(estimateFileTokens([{ pages: 19 }]) * 0.9)
  expect(price(1_000_000, { pages: 20 }) - price(1_000_000)).toBeGreaterThanOrEqual(
    estimateFileTokens([{ pages: 20 }]) * 0.9,
  )
})

it('screens 11: after a file was read its real size counts, even a small one', () => {
  expect(price(143)).toBeLessThan(price(null))
  const told = { kind: 'file', name: 'a.pdf' } as const
  expect(sizeOfSource({ ...told, characters: 143 })).toBe(143)
  expect(sizeOfSource({ ...told, characters: null, pages: 3 })).toEqual({ pages: 3 })
  expect(sizeOfSource(undefined)).toBeNull()
})

it.each([
  ['article', {}],
  ['document', {}],
  ['business-plan', { format: ['A', 'B'] }],
  ['cover-letter', { questions: [{ question: 'Why here?', limit: 500, unit: 'characters' }] }],
  ['email', {}],
  ['instagram-feed', { slide_count: 5 }],
] as const)('what is read for the tool %s is in its price', (tool, own) => {
  const asked = { tool, topic: 'A library', language: 'English', ...own } as unknown as PricedForm
  const [without, long] = [estimateTool(asked, [], 'gpt'), estimateTool(asked, [10_000], 'gpt')]
  // About four characters a token.
  expect(long.expected - without.expected).toBeGreaterThan(2_000)
})
