import { expect, it } from 'vitest'
import { findDifferences, type OfferKind } from './marked-differences.ts'
import { applyChanges, isChanged } from './sentence-changes.ts'

const changedIn = (before: string, after: string, kind?: OfferKind) =>
  findDifferences(before, after, kind && { kind })?.flatMap((change) =>
    isChanged(change) ? [[change.before, change.after]] : [],
  )
const taking = (before: string, after: string, numbers: number[], kind?: OfferKind) => {
  const changes = findDifferences(before, after, kind && { kind })!
  const changed = changes.flatMap((change, index) => (isChanged(change) ? [index] : []))
  return applyChanges(changes, new Set(numbers.map((number) => changed[number]!)))
}

const korean =
  '오늘은 비가 많이 왔다. 우리는 집에서 책을 읽었다. 저녁에는 따뜻한 국수를 먹고 일찍 잤다.\n\n내일은 2026년 첫날이다.'
const english =
  'It rained a lot today. We stayed at home, and we read books. In the evening we had warm noodles. Then we went to bed early.\n\nTomorrow is the first day of 2026.'

it('a translation is pairs of sentences, two for one where it has more, and each is taken alone', () => {
  expect(changedIn(korean, english, 'translation')).toEqual([
    ['오늘은 비가 많이 왔다. ', 'It rained a lot today. '],
    ['우리는 집에서 책을 읽었다. ', 'We stayed at home, and we read books. '],
    [
      '저녁에는 따뜻한 국수를 먹고 일찍 잤다.\n\n',
      'In the evening we had warm noodles. Then we went to bed early.\n\n',
    ],
    ['내일은 2026년 첫날이다.', 'Tomorrow is the first day of 2026.'],
  ])
  expect(taking(korean, english, [1, 3], 'translation')).toBe(
    '오늘은 비가 많이 왔다. We stayed at home, and we read books. 저녁에는 따뜻한 국수를 먹고 일찍 잤다.\n\nTomorrow is the first day of 2026.',
  )
  expect(taking(korean, english, [0, 1, 2, 3], 'translation')).toBe(english)
  expect(taking(korean, english, [], 'translation')).toBe(korean)
})

it('the headings and lists of a translation are paired line by line', () => {
  const before = '## 준비\n\n1. 물 한 병\n2. 겉옷\n\n길은 쉽다.'
  const after = '## Preparation\n\n1. A bottle of water\n2. A jacket\n\nThe path is easy.'
  expect(changedIn(before, after, 'translation')).toEqual([
    ['## 준비\n\n', '## Preparation\n\n'],
    ['1. 물 한 병\n', '1. A bottle of water\n'],
    ['2. 겉옷\n\n', '2. A jacket\n\n'],
    ['길은 쉽다.', 'The path is easy.'],
  ])
})

const table = '표를 보자.\n\n| 달 | 매출 |\n| --- | --- |\n| 3월 | 100원 |\n| 4월 | 몇일 |\n\n끝이다.'

it('the changed cells of a table are the changes, however its columns are padded', () => {
  const after = '표를 보자.\n\n| 달    | 매출  |\n|-----|-----|\n| 3월 | 120원 |\n| 4월 | 며칠 |\n\n끝이다.'
  expect(changedIn(table, after)).toEqual([
    ['100원', '120원'],
    ['몇일', '며칠'],
  ])
  expect(taking(table, after, [1])).toBe(table.replace('몇일', '며칠'))
  expect(taking(table, after, [0, 1])).toBe(table.replace('몇일', '며칠').replace('100원', '120원'))
  expect(taking(table, after, [])).toBe(table)
})

it('a row that was added or removed is one change, and a sentence next to a table stays apart from it', () => {
  const more = table.replace('| 4월', '| 합계 3월 | 100원 |\n| 4월').replace('끝이다.', '끝이다. 고맙다.')
  expect(changedIn(table, more)).toEqual([
    ['', '| 합계 3월 | 100원 |\n'],
    ['', '고맙다.'],
  ])
  expect(taking(table, more, [0])).toBe(more.replace(' 고맙다.', ''))
  expect(taking(more, table, [0])).toBe(table.replace('끝이다.', '끝이다. 고맙다.'))
  const longer = '표를 보자. 여기 있다.\n\n| 달 |\n| --- |\n| 3월 |'
  const without = '표를 한번 보자.\n\n| 달 |\n| --- |\n| 3월 |'
  expect(taking(longer, without, [0])).toBe('표를 한번 보자.\n\n여기 있다.\n\n| 달 |\n| --- |\n| 3월 |')
})

it('the cells of a translated table are pairs too, an empty one included', () => {
  const before = '| 이름 | 값 |\n| --- | --- |\n| 물 |  |'
  const after = '| Name | Value |\n| --- | --- |\n| Water | none |'
  expect(changedIn(before, after, 'translation')).toEqual([
    ['이름', 'Name'],
    ['값', 'Value'],
    ['물', 'Water'],
    ['', 'none'],
  ])
  expect(taking(before, after, [0], 'translation')).toBe('| Name | 값 |\n| --- | --- |\n| 물 |  |')
})

it('other columns and prose that became a table have no marks; a cell keeps its escaped line', () => {
  expect(findDifferences(table, table.replaceAll(/ \|\n/g, ' | 새 칸 |\n'))).toBeNull()
  expect(findDifferences('3월에 100원이다.', '| 달 | 매출 |\n| --- | --- |\n| 3월 | 100원 |')).toBeNull()
  const piped = '| a \\| b | c |\n| --- | --- |\n| 1 | 2 |'
  expect(changedIn(piped, piped.replace('2', '3'))).toEqual([['2', '3']])
})

it('nothing alike and nothing changed have no marks; a correction leaves nothing out', () => {
  expect(findDifferences('하나.', '둘셋넷.')).toBeNull()
  expect(findDifferences(table, table)).toBeNull()
  expect(changedIn('하나는 둘이다. 셋은 넷이다.', '하나는 둘 이다.', 'correction')).toEqual([
    ['하나는 둘이다. ', '하나는 둘 이다. '],
  ])
})

it('bold words, links and descriptions of images that span sentences are one change', () => {
  expect(
    changedIn('**늦게 연다. 일찍 닫는다.** 끝. 또 온다.', '**늦게 열어요. 일찍 닫아요.** 끝. 또 온다.'),
  ).toEqual([['**늦게 연다. 일찍 닫는다.** 끝. ', '**늦게 열어요. 일찍 닫아요.** 끝. ']])
  expect(
    changedIn(
      '[늦게 연다. 일찍 닫는다.](https://a.example) 끝.',
      '[늦게 열어요. 일찍 닫아요.](https://a.example) 끝.',
    ),
  ).toHaveLength(1)
})

it('two hundred sentences are paired without delay', () => {
  const many = (word: string) =>
    Array.from({ length: 190 }, (_, at) => `${word.repeat((at % 7) + 1)} ${at}.`).join(' ')
  const found = changedIn(many('가나다'), many('Abcdef'), 'translation')!
  expect(found).toHaveLength(190)
  expect(found.every(([before, after]) => before!.match(/\d+/)![0] === after!.match(/\d+/)![0])).toBe(true)
})

it('an offer that ended early leaves what it has not reached, and takes out only what stands before', () => {
  const before = '비가 많이 왔다. 우산을 두고 왔다. 책을 읽었다. 국수를 먹었다.'
  const after = '비가 아주 많이 왔다. 책을 두 권 읽었다.'
  const offered = (isPartial: boolean) => {
    const changes = findDifferences(before, after, { isPartial })!
    return applyChanges(changes, new Set(changes.keys()))
  }
  expect(offered(true)).toBe('비가 아주 많이 왔다. 책을 두 권 읽었다. 국수를 먹었다.')
  expect(offered(false)).toBe(after)
})

it('a check of spelling that was stopped before a table or within it offers what it has corrected', () => {
  const before = `몇일 동안 비가 왔다.\n\n${table}\n\n몇일이 지났다.`
  for (const reached of [
    '며칠 동안 비가 왔다.',
    `며칠 동안 비가 왔다.\n\n${table.split('\n').slice(0, 5).join('\n')}`,
  ])
    expect(changedIn(before, reached, 'correction')).toEqual([
      ['몇일 동안 비가 왔다.\n\n', expect.stringContaining('며칠 동안 비가 왔다.')],
    ])
})
