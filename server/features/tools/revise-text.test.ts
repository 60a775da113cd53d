import { expect, it } from 'vitest'
import { isRevised, markUnsupported } from './revise-text.ts'
import type { Checked } from './text-checks.ts'

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
  ['has the wrong register throughout', draft.replace(/어요|여요|꺼요/g, '습니다')],
])('a text that %s does not', (_, after) => {
  expect(replaces(after)).toBe(false)
})

it('a text without the form that the product needs does not', () => {
  expect(replaces(draft.replace('## 준비', '## 시작'), (after) => after.includes('## 준비'))).toBe(false)
})

it('sentences that need a source are marked when they occur exactly once, and not in headings, tables or next to a mark', () => {
  const text =
    '## 절반이 온다.\n\n절반이 온다고 해요. 또 와요. 또 와요. 많아요.[(1)](https://a.example.com)\n\n| 반 | 반 |'
  const sentences = ['절반이 온다고 해요.', '또 와요.', '많아요.', '없는 문장.', '| 반 | 반 |', '']
  expect(markUnsupported(text, sentences, 'Korean')).toBe(
    text.replace('절반이 온다고 해요.', '절반이 온다고 해요. [출처 확인 필요]'),
  )
})
