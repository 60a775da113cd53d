import { expect, it } from 'vitest'
import { keepSpelling, shareOfOtherWords } from './keep-spelling.ts'

it('corrections of spelling, spacing, particles and grammar are kept', () => {
  for (const [before, after] of [
    ['이렇게 하면 됬다고 생각해요.', '이렇게 하면 됐다고 생각해요.'],
    ['나는 할수있다.', '나는 할 수 있다.'],
    ['도서관를 갔다.', '도서관을 갔다.'],
    ['어떻해 하지?', '어떡해 하지?'],
    ['She go to school yesterday.', 'She goes to school yesterday.'],
    ['I recieved teh letter', 'I received the letter.'],
    ['## 여는시간\n\n- **토요일**에는 늦게 연다', '## 여는 시간\n\n- **토요일**에는 늦게 연다.'],
  ] as const)
    expect(keepSpelling(before, after)).toBe(after)
})

it('a sentence of which more than a third of the words are others stays as it was, and its neighbours are corrected', () => {
  const before = '이렇게 하면 됬다. 도서관은 아침 아홉 시에 문을 연다. 할수있다.'
  const after = '이렇게 하면 됐다. 시립 미술관은 저녁까지 계속 문을 연다. 할 수 있다.'
  expect(keepSpelling(before, after)).toBe('이렇게 하면 됐다. 도서관은 아침 아홉 시에 문을 연다. 할 수 있다.')
  expect(shareOfOtherWords('one two three', 'one two four')).toBeCloseTo(1 / 3)
  expect(keepSpelling('one two three.', 'one two four.')).toBe('one two four.')
  expect(keepSpelling('one two three.', 'one five four.')).toBe('one two three.')
})

it('nothing is added, nothing is left out, and neither an address nor a mark changes', () => {
  expect(keepSpelling('하나다. 둘이다.', '하나다. 둘이다. 무료 쿠폰을 받으세요.')).toBe('하나다. 둘이다.')
  expect(keepSpelling('하나다. 둘이다.', '하나다.')).toBe('하나다. 둘이다.')
  const linked = '자세한 것은 [안내](https://example.com/a)에 있다.'
  expect(keepSpelling(linked, linked.replace('example.com', 'evil.example'))).toBe(linked)
  expect(keepSpelling('**늦게 연다. 일찍 닫는다.**', '늦게 연다. 일찍 닫는다.')).toBe(
    '**늦게 연다. 일찍 닫는다.**',
  )
  expect(keepSpelling('글이다.', 'Sorry, I cannot help with that.')).toBe('글이다.')
})

it('white space around the passage and between its paragraphs stays', () => {
  expect(keepSpelling('\n\n이제 됬다.\n\n할수있다.\n\n', '이제 됐다.\n\n할 수 있다.')).toBe(
    '\n\n이제 됐다.\n\n할 수 있다.\n\n',
  )
})
