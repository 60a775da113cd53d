import { expect, it } from 'vitest'
import { countMarkup, findDisobedience } from './obedience.ts'
import { chatMessage } from './chat-message.ts'
import type { Order } from './order.ts'
import { orders } from './orders.ts'
import { toolSchemas } from '#shared/tools-form.ts'
import { writingTools } from '#shared/tools.ts'

const order = (form: object, asked: Order['asked']) =>
  ({ id: 'x', tool: 'article', form: { language: 'English', ...form }, asked }) as Order

it.each([
  ['a table', { hasTable: true }, '| a | b |\n| --- | --- |\n| 1 | 2 |', 'a | b'],
  ['numbered points', { numbered: 2 }, '1. a\n2. b', '- a\n- b'],
  ['numbered headings', { numbered: 2 }, '## 1. A\n\ntext\n\n## 2. B', '## A\n\n## B'],
  ['given words', { includes: ['7 pm'] }, 'At 7 pm.', 'In the evening.'],
  ['words that are not wanted', { excludes: ['passion'] }, 'I like it.', 'My passion.'],
])('requested %s are found, and reported when missing', (_, asked, right, wrong) => {
  expect(findDisobedience(order({}, asked), right)).toEqual([])
  expect(findDisobedience(order({}, asked), wrong)).toHaveLength(1)
})

it('a requested length is measured, and no other', () => {
  const words = (count: number) => Array<string>(count).fill('word').join(' ')
  expect(findDisobedience(order({ length: 200 }, {}), words(190))).toEqual([])
  expect(findDisobedience(order({ length: 200 }, {}), words(120))).toEqual(['120 instead of 200 words'])
  expect(findDisobedience(order({}, {}), words(120))).toEqual([])
})

it('markup is counted for each thousand characters', () => {
  expect(countMarkup(`${'x'.repeat(992)}\n# **b**`)).toBeCloseTo(3, 1)
})

it('sixty orders: five for each tool in each language, each a form of its tool, half of them a topic alone', () => {
  expect(orders).toHaveLength(60)
  for (const tool of writingTools)
    for (const language of ['Korean', 'English'])
      expect(orders.filter((one) => one.tool === tool && one.form.language === language)).toHaveLength(5)
  const problems = orders.map(({ tool, form }) => toolSchemas[tool].safeParse(form).error?.issues ?? [])
  expect(problems.flat()).toEqual([])
  const alone = orders.filter(
    ({ form }) => !('instructions' in form) && !('information' in form) && !('length' in form),
  )
  expect(alone.length).toBeGreaterThanOrEqual(30)
  expect(new Set(orders.map(({ id }) => id)).size).toBe(60)
})

const unsaid = ['language', 'tone', 'place', 'length_unit']

it.each(orders.map((one) => [one.id, one] as const))(
  '%s: the chat message contains everything in the form',
  (_, one) => {
    const message = chatMessage(one)
    const said = Object.entries(one.form).flatMap(([name, value]) =>
      unsaid.includes(name) || typeof value === 'number' || typeof value === 'boolean' ? [] : wordsOf(value),
    )
    expect(said.length).toBeGreaterThan(0)
    expect(said.filter((words) => !message.includes(words))).toEqual([])
  },
)

/** Texts and numbers in a field, in lists and their entries too. */
function wordsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number') return [String(value)]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => (name === 'unit' ? [] : wordsOf(inner)))
}
