import { expect, it } from 'vitest'
import {
  adviceMaxLength,
  assumptionMaxLength,
  assumptionsMax,
  findPassage,
  joinAssumptions,
  openAssumptions,
} from '#shared/assumptions.ts'
import { keptAdvice, keptPassages } from './assumptions.ts'
import { emptyDraft, eventsOfDraft, type ToolDraft } from './tool-draft.ts'
import { toolEvent } from './tool-event.ts'

const text = [
  '## What did you do?',
  'I counted the slips twice. Then I called [name] at once. My manager was relieved.',
  'I counted again, and I called the shop. I called the shop.',
  '| a | b |\n\nWrite to me@example.com.',
].join('\n\n')

it.each<[string, string[], string[]]>([
  [
    'found once',
    ['My manager was relieved.', 'counted the slips'],
    ['My manager was relieved.', 'counted the slips'],
  ],
  ['with spaces around it', ['  My manager was relieved. \n'], ['My manager was relieved.']],
  ['not of the text', ['My manager was angry.', 'my manager was relieved.'], []],
  ['found twice', ['I called the shop'], []],
  ['with a blank, or a part of one', ['Then I called [name] at once.', 'I called [name'], []],
  ['with an address or of cells', ['Write to me@example.com.', 'a | b'], []],
  ['of two paragraphs', ['was relieved.\n\nI counted again'], []],
  ['of a question', ['What did you do?', '## What did you do?'], []],
  ['of a list, without its mark', ['- I counted the slips'], ['I counted the slips']],
  ['without a letter', ['', '  ', '.'], []],
  [
    'that overlaps an earlier one',
    ['the slips twice', 'I counted the slips twice.', 'the slips'],
    ['the slips twice'],
  ],
])('a passage %s', (_, listed, kept) => {
  expect(keptPassages(text, listed)).toEqual(kept)
})

it('a passage is no longer than the database takes, and six are kept, the first ones', () => {
  const long = 'x'.repeat(assumptionMaxLength)
  expect(keptPassages(`${long} y`, [`${long} `, `${long} y`])).toEqual([long])
  const sentences = Array.from({ length: 9 }, (_, index) => `Fact number ${index}.`)
  expect(keptPassages(sentences.join(' '), sentences)).toEqual(sentences.slice(0, assumptionsMax))
})

it.each<[string, string[], string[]]>([
  ['as it is', ['Keep a copy.', '사본을 남겨 두세요.'], ['Keep a copy.', '사본을 남겨 두세요.']],
  [
    'with spaces, or a mark of a list, around it',
    ['  Keep a copy. \n', '- Ask first.'],
    ['Keep a copy.', 'Ask first.'],
  ],
  ['twice', ['Keep a copy.', 'Keep a copy. ', 'Ask first.'], ['Keep a copy.', 'Ask first.']],
  ['the third', ['One.', 'Two.', 'Three.'], ['One.', 'Two.']],
  ['without a letter', ['', ' ', '!?', '12.'], []],
  [
    'of two lines, or with characters that no line has',
    ['Keep\na copy.', 'Keep\u2028it.', 'Keep\0it.', 'Keep \ud800 it.', 'Keep \u202eit.'],
    [],
  ],
  [
    'with signs',
    ['**Keep** it.', '`Keep` it.', '# Keep it', 'Fill in [name].', '<b>Keep</b> it.', 'Keep ~~no~~ it.'],
    [],
  ],
  [
    'with a link or an address',
    [
      'See https://example.com.',
      'See example.com for it.',
      '법원.한국에서 내세요.',
      'Write to me@example.com.',
    ],
    [],
  ],
  [
    'with a number to call or to pay to',
    ['Call 02-123-4567.', 'Call (010) 1234 5678.', '110-234-567890으로 보내세요.'],
    [],
  ],
  [
    'with an amount, an hour, a law',
    ['Over 10,000,000 won, ask at 9.30 a.m.', '민법 제1019조: 3개월 안에 물어보세요.'],
    ['Over 10,000,000 won, ask at 9.30 a.m.', '민법 제1019조: 3개월 안에 물어보세요.'],
  ],
])('a piece of advice %s', (_, advice, kept) => {
  expect(keptAdvice(advice)).toEqual(kept)
})

it.each([
  '02–1234–5678',
  '010\u20111234\u20115678',
  '010/1234/5678',
  '010·1234·5678',
  '０１０１２３４',
  '110,345,678901',
])('advice with the number %s, which somebody may call or pay to, is left out', (number) => {
  expect(keptAdvice([`Ask ${number} first.`])).toEqual([])
})

it('advice may name a day and an amount', () => {
  const dated = ['Send it by 2026-11-27.', 'It may cost 1,250,000 won.']
  expect(keptAdvice(dated)).toEqual(dated)
})

it('a piece of advice has 300 characters at most', () => {
  const long = 'x'.repeat(adviceMaxLength)
  expect(keptAdvice([`${long}x`, long])).toEqual([long])
})

it('the lists of a run that an earlier version began have no advice', () => {
  const event = { type: 'assumed', assumed: ['I asked.'] }
  expect(toolEvent.parse(event)).toEqual({ ...event, advice: [] })
  const { advice: _, ...older } = { ...emptyDraft(), assumed: ['I asked.'] }
  expect(eventsOfDraft(older as ToolDraft)).toContainEqual({ ...event, advice: [] })
})

it('a passage is found in a line, whatever signs and spaces stand between its letters', () => {
  const line = 'So: I  check #3 & more, first. Bye.'
  const found = findPassage(line, 'I *check* \\#3 &amp; more,\nfirst.')!
  expect(line.slice(found.start, found.end)).toBe('I  check #3 & more, first.')
  expect([findPassage(line, 'I check #4'), findPassage(line, '**')]).toEqual([null, null])
})

it('an assumption is open while the text has it, whatever an editor does to its signs and spaces', () => {
  const assumed = ['I *always* check #3 first.', 'Then I call.']
  const open = (other: string) => openAssumptions(assumed, other)
  expect(open('So:\n\nI *always* check #3 first. Then I call.')).toEqual(assumed)
  expect(open('I **always** check \\#3\nfirst. Then I  call.')).toEqual(assumed)
  expect(open('I always check #3 first. Then I write.')).toEqual([assumed[0]])
  expect(open('')).toEqual([])
})

it('a rewritten text keeps older assumptions behind its own, each once, twenty in all', () => {
  expect(joinAssumptions(['b', 'c'], ['a', 'b'])).toEqual(['b', 'c', 'a'])
  const many = Array.from({ length: 30 }, (_, index) => `${index}`)
  expect(joinAssumptions([], many)).toEqual(many.slice(0, 20))
})
