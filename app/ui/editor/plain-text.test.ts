import { getSchema } from '@tiptap/core'
import { MarkdownManager } from '@tiptap/markdown'
import StarterKit from '@tiptap/starter-kit'
import { expect, it } from 'vitest'
import { plainText } from './plain-text.ts'

const extensions = [StarterKit]
const read = (markdown: string) =>
  plainText(getSchema(extensions).nodeFromJSON(new MarkdownManager({ extensions }).parse(markdown)))

it('citations stay short, and the list of sources has its addresses', () => {
  const address = 'https://a.example/hours?day=1'
  expect(
    read(
      `It opens at 9.[(1)](${address}) **Well**.\n\n## Sources\n\n- (1) [Hours](${address}), a.example, 2026-05-01\n- (2) [Fees](${address})\n- (3) books`,
    ).split(/\n+/),
  ).toEqual([
    'It opens at 9.(1) Well.',
    'Sources',
    `(1) Hours, a.example, 2026-05-01, ${address}`,
    `(2) Fees, ${address}`,
    '(3) books',
  ])
})
