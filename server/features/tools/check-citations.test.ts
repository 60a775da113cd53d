import { expect, it } from 'vitest'
import type { ReadSource } from '#shared/tools.ts'
import { hasGivenFigures, keepsCitations, markUnfounded } from './check-citations.ts'

const source = (url: string, quote: string): ReadSource => ({
  kind: 'web',
  name: 'A page',
  url,
  characters: 10,
  facts: [{ fact: quote, quote }],
  date: '2025-05-01',
  read_on: '2026-11-24',
})
const findings = [
  source('https://a.example.com/45678', 'The library opens at 9 and has 140 seats.'),
  source('https://b.example.com/', 'A card costs 3,000 won.'),
]
const grounds = { findings, given: 'Our library has 25 rooms since 1998.' }
const a = '[(1)](https://a.example.com/45678)'
const b = '[(2)](https://b.example.com/)'
const marked = (text: string) => markUnfounded(text, grounds, 'English')
const needed = ' [source needed]'

it.each([
  [`Entry costs 99,000 won.${a}`, `Entry costs 99,000 won.${a}${needed}`],
  [
    `It has 140 seats.${a} A card costs 3,000 won.${a}`,
    `It has 140 seats.${a} A card costs 3,000 won.${a}${needed}`,
  ],
  [
    `It opens at 9${a} and **has 150 seats**${a}. Then`,
    `It opens at 9${a} and **has 150 seats**${a}${needed}. Then`,
  ],
  [`카드는 5천 원이다.${b} 좋다.`, `카드는 5천 원이다.${b}${needed} 좋다.`],
  [
    `| Card | Seats |\n| --- | --- |\n| 3,000 won${b} | 150${a} |`,
    `| Card | Seats |\n| --- | --- |\n| 3,000 won${b} | 150${a}${needed} |`,
  ],
  [`- Card: 4,500 won${b}\n- 140 seats${a}`, `- Card: 4,500 won${b}${needed}\n- 140 seats${a}`],
])('a figure that is in none of its sources gets a blank: %s', (text, expected) => {
  expect(marked(text)).toBe(expected)
  expect(marked(expected)).toBe(expected)
})

it.each([
  ['of its source', `It has 140 seats.${a} A card costs 3천 원.${b}`],
  ['of one of two sources', `A card costs 3,000 won, and there are 140 seats.${a}${b}`],
  [
    'of two marks in one sentence',
    `Of 140 seats and 3,000 won, the first${a} is free and the second${b} is not.`,
  ],
  ['of the order', `Its 25 rooms of 1998 open at 9.${a}`],
  ['of the day of the page', `As of May 2025 it has 140 seats.${a} On November 24, 2026 too.${a}`],
  ['without a mark', `It opens at 9.${a} There are 150 seats. iPhone 15 works, too.`],
  ['after a mark without a capital', `It opens at 9.${a} iPhone 15 works, too.`],
  ['after a bold sentence', `**It opens at 9.**${a} There are 150 seats.`],
  ['of an address', `It opens at [nine](https://x.example.com/98765).${a}`],
  ['of a blank', `It has [e.g. 150] seats.${a}`],
  ['of a numbered entry', `14. It opens at 9.${a}`],
  ['up to twelve', `It opens at 11.${a}`],
  ['in words', `It has a hundred and fifty seats.${a}`],
])('a figure %s gets none', (_, text) => {
  expect(marked(text)).toBe(text)
})

const draft = `It opens at 9.${a} A card costs 3,000 won.${b} It is near.`
it('a revision may move citations with their sentences', () => {
  expect(
    keepsCitations(draft, `A card costs 3,000 won.${b} It is near, and opens at nine.${a}`, grounds),
  ).toBe(true)
  expect(keepsCitations('It is near.', 'It is very near.', grounds)).toBe(true)
})

it.each([
  ['loses all citations', 'It opens at 9. A card costs 3,000 won. It is near.'],
  ['loses a source', `It opens at 9.${a} A card costs 3,000 won.${a}`],
  ['swaps two sources', `It opens at 9.${b} A card costs 3,000 won.${a} It is near.`],
  ['adds a figure behind a source', `It opens at 9, for 99,000 won.${a} A card costs 3,000 won.${b}`],
])('a revision that %s does not keep them', (_, after) => {
  expect(keepsCitations(draft, after, grounds)).toBe(false)
})

it('a fault that the draft has already does not refuse its revision', () => {
  const faulty = `Entry costs 99,000 won.${a} It is near.`
  expect(keepsCitations(faulty, `It is near. Entry costs 99,000 won.${a}`, grounds)).toBe(true)
})

it('a sentence with the figures of a file needs no source', () => {
  const given = 'Visits: 4,500 in 2025.'
  expect(hasGivenFigures('In 2025 we had 4,500 visits.', given)).toBe(true)
  expect(hasGivenFigures('In 2025 we had 5,500 visits.', given)).toBe(false)
  expect(hasGivenFigures('Half of all children come.', given)).toBe(false)
})

it('a hostile text can be read', () => {
  for (const part of ['[(1)](', `[(1)](${'x'.repeat(50)}`, `9.${a} `, '![', '](', '9,', '9 999', '9만'])
    expect(() => marked(part.repeat(Math.ceil(40_000 / part.length)))).not.toThrow()
})
