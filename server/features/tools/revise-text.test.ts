import { expect, it } from 'vitest'
import { measureLength } from '#shared/rendered-text.ts'
import { readFeed } from '#shared/sections.ts'
import { isRevised, markUnsupported } from './revise-text.ts'
import { checkText, type Checked } from './text-checks.ts'

const informal: Checked = { language: 'Korean', tone: 'informal', length: null }
const draft = '## 준비\n\n물을 끓여요. 소금을 한 줌 넣어요. 불을 꺼요.[(1)](https://a.example.com)'
const replaces = (after: string, isWhole: (after: string) => boolean = () => true) =>
  isRevised(draft, after, { checked: informal, isWhole })

it('a whole text of about the same length replaces the draft', () => {
  expect(replaces('## 준비\n\n물부터 끓여요. 소금은 한 줌. 불을 꺼요.[(1)](https://a.example.com)')).toBe(
    true,
  )
})

it.each([
  ['is empty', ''],
  ['lost most of the draft', '## 준비\n\n물을 끓여요.'],
  ['is padded', `${draft}\n\n${'그래서 물을 또 끓이고 소금을 넣어요. '.repeat(4)}`],
  ['has a link that the draft does not have', draft.replace('a.example.com', 'evil.example.com')],
  ['has a mark with the number of another source', draft.replace('[(1)]', '[(2)]')],
  ['has the wrong register throughout', draft.replace(/어요|여요|꺼요/g, '습니다')],
])('a text that %s does not', (_, after) => {
  expect(replaces(after)).toBe(false)
})

it('a text without the form that the product needs does not', () => {
  expect(replaces(draft.replace('## 준비', '## 시작'), (after) => after.includes('## 준비'))).toBe(false)
})

it('a text that is further from the ordered length than the draft, and outside the tolerance, does not', () => {
  const sentence = (index: number) => `그 ${index}번째 문장은 열여섯 자예요.\n`
  const textOf = (count: number) => Array.from({ length: count }, (_, index) => sentence(index + 10)).join('')
  const checked: Checked = {
    ...informal,
    length: { count: measureLength(textOf(50), 'characters'), unit: 'characters' },
  }
  const isBetter = (before: number, after: number) =>
    isRevised(textOf(before), textOf(after), { checked, isWhole: () => true })
  expect([isBetter(50, 57), isBetter(50, 43), isBetter(43, 58)]).toEqual([false, false, false])
  expect([isBetter(50, 54), isBetter(40, 43), isBetter(40, 42), isBetter(60, 57)]).toEqual([
    true,
    true,
    true,
    true,
  ])
})

it('only the caption of a feed has its ordered length', () => {
  const feed = (caption: string) => `## 하나\n\n${'긴 문구예요. '.repeat(20)}\n\n---\n\n${caption}`
  const checked: Checked = {
    ...informal,
    length: { count: 100, unit: 'characters' },
    measured: (text) => readFeed(text).caption,
  }
  const found = (caption: string) =>
    checkText(feed(caption), checked).filter(({ message }) => message.startsWith('Length'))
  expect(found('가'.repeat(100))).toEqual([])
  expect(found('가'.repeat(50))[0]!.message).toMatch(
    /^Length: 50 of 100 characters in the caption\. Add about 50/,
  )
})

it('sentences that need a source are marked when they occur exactly once, and not in headings, tables or next to a mark', () => {
  const text =
    '## 절반이 온다.\n\n절반이 온다고 해요. 또 와요. 또 와요. 많아요.[(1)](https://a.example.com)\n\n| 반 | 반 |'
  const sentences = ['절반이 온다고 해요.', '또 와요.', '많아요.', '없는 문장.', '| 반 | 반 |', '']
  expect(markUnsupported(text, sentences, 'Korean')).toBe(
    text.replace('절반이 온다고 해요.', '절반이 온다고 해요. [출처 확인 필요]'),
  )
})
