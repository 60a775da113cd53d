import { expect, it } from 'vitest'
import { joinTo } from './write-to-end.ts'

it.each([
  ['첫 문장이에요.', '다음 문장', ' 다음 문장'],
  ['문장이 여기서 끊', '겼어요.', '겼어요.'],
  ['문단이에요.\n\n', '\n다음 문단', '다음 문단'],
  ['문단이에요.', '## 다음 제목', '\n\n## 다음 제목'],
  ['- 하나', '- 둘', '\n\n- 둘'],
  ['It was', ' late.', ' late.'],
  ['It was late.', '   ', ''],
])('a text that ends with %j is continued with %j as %j', (text, next, joined) => {
  expect(joinTo(text, next)).toBe(joined)
})
