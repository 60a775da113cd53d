import { expect, it } from 'vitest'
import { parseMarkdown, type MarkdownNode } from '#app/ui/editor/markdown-tree.ts'
import { markChangedLine, markChangedWords } from './changed-words.ts'

/** The nodes as text, with the marked words in braces. */
const show = (nodes: MarkdownNode[]): string =>
  nodes
    .map((node) => {
      if (typeof node === 'string') return node
      if (node.type === 'ins') return `{${show(node.children)}}`
      return 'children' in node ? `<${node.type}>${show(node.children)}</${node.type}>` : node.type
    })
    .join('')
const mark = (text: string, other: string) =>
  show(markChangedWords(parseMarkdown(text), parseMarkdown(other)))

it('marks the words that the other text does not have, inside their formatting', () => {
  expect(mark('아침에 **뜨거운 커피**를 마신다.', '아침에 **차가운 커피**를 마신다.')).toBe(
    '<p>아침에 <strong>{뜨거운 }커피</strong>를 마신다.</p>',
  )
  expect(mark('One two.\n\n- a\n- b new', 'One two.\n\n- a\n- b')).toBe(
    '<p>One two.</p><ul><li>a</li><li>b {new}</li></ul>',
  )
  expect(mark('같은 글', '같은 글')).toBe('<p>같은 글</p>')
  expect(mark('새 글', '')).toBe('<p>{새 글}</p>')
  expect(show(markChangedLine('커피 이야기', '차 이야기'))).toBe('{커피 }이야기')
})

it('loses nothing of a text with code, pictures, links and tables', () => {
  const text =
    '## 제목\n\n`코드` [링크](https://a.kr) 끝\n\n```\n줄\n```\n\n| 가 | 나 |\n|---|---|\n| 1 | 2 |'
  const unmarked = (nodes: MarkdownNode[]) => show(nodes).replaceAll(/[{}]/g, '')
  expect(unmarked(markChangedWords(parseMarkdown(text), parseMarkdown('다른 글')))).toBe(
    unmarked(parseMarkdown(text)),
  )
})
