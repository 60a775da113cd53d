import { expect, it } from 'vitest'
import { splitTitle } from './text-title.ts'

it.each([
  ['the first heading', '# 제목\n\n글\n\n## 절', '제목', '글\n\n## 절'],
  [
    'the first heading of a document that begins one level lower',
    '## 제목\n글\n### 절',
    '제목',
    '글\n### 절',
  ],
  ['an underlined first line', 'Title\n=====\n\ntext', 'Title', 'text'],
  ['a heading alone', '# 제목', '제목', ''],
  ['a heading with formatting', '# **5\\*** `a` [b](https://x.y) <u>c</u> _d ##', '5* a b c _d', ''],
  [
    'the title of the front matter',
    '---\nlayout: post\ntitle: "A: \\"b\\""\ntags:\n  - x\n---\n\n글',
    'A: "b"',
    '글',
  ],
  [
    'the front matter, whose title the heading repeats',
    "---\ntitle: 'It''s'\n---\n# It's\n\n# B",
    "It's",
    '# B',
  ],
  ['the front matter before another heading', '---\ntitle: A # note\n---\n# B\n\n글', 'A', '# B\n\n글'],
  ['the heading after a front matter without a title', '---\ndate: 2026-01-01\n---\n# B\n\n글', 'B', '글'],
])('a title is %s', (_, markdown, title, text) => {
  expect(splitTitle(markdown, 'file')).toEqual({ title, text })
})

it.each([
  ['several headings of one level', '# 1장\n\n글\n\n# 2장'],
  ['a heading after words', '글\n\n# 제목'],
  ['a heading that is too long', `# ${'가'.repeat(301)}\n\n글`],
  ['a rule first', '---\n글\n---\n글'],
  ['plain words', '글'],
  ['a tag', '#글'],
  ['lines between rules that name no key of front matter', '---\nFrom: Kim\nTo: Lee\n---\nHello'],
  ['an agenda between rules', '---\nAgenda:\n- Opening\n- Vote\n---\nNotes'],
  ['code, a table, a quotation or a list above equals signs', '```\n====\n```\ntext'],
  ['a table first', '| a | b |\n====\n글'],
  ['a picture in its heading', '# ![Logo](a.png)\n\n글'],
])('a text with %s keeps every word, and the name of its file is the title', (_, text) => {
  expect(splitTitle(text, 'file')).toEqual({ title: 'file', text })
})

it('a heading that repeats the name of the file is the title among others', () => {
  expect(splitTitle('# a\n\nx\n\n# b', 'a')).toEqual({ title: 'a', text: 'x\n\n# b' })
})

it('signs within a block of code are no headings', () => {
  const code = '~~~\n# comment\n```\n# more\n~~~'
  expect(splitTitle(`# a\n\n${code}`, '')).toEqual({ title: 'a', text: code })
})
