import { expect, it } from 'vitest'
import { checkText, sentencesOf, weigh, type Checked } from './text-checks.ts'
import { tablesOf } from './text-tables.ts'

const korean: Checked = { language: 'Korean', tone: 'informal', length: null }
const english: Checked = { language: 'English', tone: 'formal', length: null }
const messages = (markdown: string, checked: Checked) =>
  checkText(markdown, checked).map(({ message }) => message)

it.each([
  ['informal', '물을 끓여요. 소금을 넣습니다. 불을 끄죠.', ['소금을 넣습니다.']],
  ['formal', '물을 끓입니다. 소금을 넣어요! 불을 끕니다.', ['소금을 넣어요!']],
  ['report', '물을 끓인다. 소금을 넣습니다. 불을 꺼요.', ['소금을 넣습니다.', '불을 꺼요.']],
] as const)('every Korean sentence of a %s text in another register is reported', (tone, text, wrong) => {
  const [message = ''] = messages(`## 제목입니다.\n\n${text}\n\n> 인용은 다릅니다.`, { ...korean, tone })
  for (const sentence of wrong) expect(message).toContain(`“${sentence}”`)
  expect(message.match(/“/g)).toHaveLength(wrong.length)
})

it('a Korean message between friends may exclaim in plain forms, and is not in the formal register', () => {
  expect(messages('전화하다가 말 나오면 안 된다!', { ...korean, tone: 'message' })).toEqual([])
  expect(messages('사진을 보내 주시기 바랍니다.', { ...korean, tone: 'message' })[0]).toContain('Register')
})

it('a formal English text has no contractions, a friendly one and a report may', () => {
  expect(messages("It doesn't matter.", english)[0]).toContain('Register')
  expect(messages("It doesn't matter.", { ...english, tone: 'informal' })).toEqual([])
  expect(messages("It doesn't matter.", { ...english, tone: 'report' })).toEqual([])
})

it('a text that is too short or too long is reported with its length and the difference', () => {
  const length = { count: 100, unit: 'characters' } as const
  expect(messages('가'.repeat(80), { ...korean, length })[0]).toContain('80 of 100 characters. Add about 20')
  expect(messages('가'.repeat(120), { ...korean, length })[0]).toContain(
    '120 of 100 characters. Cut about 20',
  )
  expect(messages('가'.repeat(95), { ...korean, length })).toEqual([])
  expect(messages('one two three', { ...english, length: { count: 10, unit: 'words' } })[0]).toContain(
    '3 of 10 words',
  )
})

it('cells without usable content are reported with their row and column', () => {
  const table = '| 반찬 | 시간 | 소금 |\n| --- | --- | --- |\n| 두부 | 12분 | 약간 |\n| 감자 | - | 3g |'
  const [message = ''] = messages(table, korean)
  expect(message).toContain('두부 / 소금: "약간"')
  expect(message).toContain('감자 / 시간: "-"')
  expect(tablesOf(table)[0]!.rows).toHaveLength(2)
})

it('a total that is not the sum of its rows is reported; columns with blanks, texts or unit prices are skipped', () => {
  const sum = (total: string, second = '200만 원') =>
    messages(
      `| 항목 | 금액 |\n|---|---:|\n| 재료 | 1,000만 원 |\n| 임대 | ${second} |\n| 합계 | ${total} |`,
      {
        ...korean,
        tone: 'report',
      },
    )
  expect(sum('1,200만 원')).toEqual([])
  expect(sum('1,300만 원')[0]).toContain('is 1300, its rows add up to 1200')
  expect(sum('1,300만 원', '[예: 200만 원]')).toEqual([])
})

it('a row whose name only starts like a total is no total, and a subtotal counts once', () => {
  const table = (lines: string) =>
    messages(`| 항목 | 금액 |\n|---|---:|\n${lines}`, { ...korean, tone: 'report' })
  expect(table('| 부스비 | 480만 원 |\n| 여비 | 77만 원 |\n| 계약액 | 1,900만 원 |')).toEqual([])
  expect(
    table(
      '| 선반 | 50만 원 |\n| 전단 | 30만 원 |\n| 시작 비용 | 80만 원 |\n| 예비비 | 20만 원 |\n| 합계 | 100만 원 |',
    ),
  ).toEqual([])
  expect(table('| 선반 | 50만 원 |\n| 전단 | 50만 원 |\n| **계** | 100만 원 |')).toEqual([])
  expect(table('| 선반 | 50만 원 |\n| 전단 | 50만 원 |\n| **계** | 120만 원 |')[0]).toContain('add up to 100')
})

it('repeated sentences and worn phrases are reported; phrases of good writers only by frequency', () => {
  const twice = '튜브를 때우는 데는 15분이면 충분해요.'
  expect(messages(`${twice} 그다음은 쉬워요.\n\n${twice}`, korean)[0]).toContain('said twice')
  expect(messages('오늘은 자전거 고치는 법을 알아볼까요?', korean).join()).toContain('알아볼까요')
  expect(messages('바퀴를 돌려 보면 여러 소리가 나요.', korean)).toEqual([])
  expect(messages('다양한 색과 다양한 맛, 다양한 멋이 있어요.', korean).join()).toContain('다양한')
  expect(messages('Let us delve into the seamless world.', english).join()).toMatch(/delve.*seamless/)
})

it('a text with fewer and smaller faults is better', () => {
  const length = { count: 1_000, unit: 'characters' } as const
  const weightOf = (count: number) => weigh(checkText('가'.repeat(count), { ...korean, length }))
  expect(weightOf(980)).toBe(0)
  expect(weightOf(800)).toBeLessThan(weightOf(500))
})

it('sentences are those of running text and of lists, without headings, tables, quotations and code', () => {
  expect(
    sentencesOf('## 제목.\n\n하나예요. 둘이죠?\n\n- 셋이에요.\n\n| 넷. |\n\n> 다섯.\n\n```\n여섯.\n```'),
  ).toEqual(['하나예요.', '둘이죠?', '셋이에요.'])
  expect(sentencesOf('It costs 3.5 dollars. Fine.')).toEqual(['It costs 3.5 dollars.', 'Fine.'])
})
