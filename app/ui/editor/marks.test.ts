import { getSchema, type JSONContent } from '@tiptap/core'
import { MarkdownManager } from '@tiptap/markdown'
import { DOMParser } from '@tiptap/pm/model'
import StarterKit from '@tiptap/starter-kit'
import { parseHTML } from 'linkedom'
import { expect, it } from 'vitest'
import { markExtensions } from './marks.ts'
import { parseMarkdown, type MarkdownNode } from './markdown-tree.ts'
import { pictureExtensions } from './pictures.ts'

const extensions = [
  StarterKit.configure({ paragraph: false, heading: false, underline: false }),
  ...pictureExtensions,
  ...markExtensions,
]
const manager = new MarkdownManager({ extensions })
const schema = getSchema(extensions)
const address = `/storage/v1/object/public/image/${'a'.repeat(32)}/I1795000000000.png#800x600`

/** Numbers from 0 to 1, the same at each run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const pieces = [
  '도서관',
  'library',
  'C++17',
  'a==b',
  '[회사]',
  ']{.mark}',
  '[x]{.underline}',
  '{.center}',
  '`',
  '\\',
  '(말)',
  '“말”',
  '{.x}',
  ' ',
  '!',
  '<b>',
  '😀',
]

function randomDocument(random: () => number): JSONContent {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!
  const line = (): JSONContent[] =>
    Array.from({ length: 1 + Math.floor(random() * 6) }, () => ({
      type: 'text',
      text: `${pick(pieces)}${pick(pieces)}글`,
      marks: [
        ...(random() < 0.4 ? [{ type: 'underline' }] : []),
        ...(random() < 0.4 ? [{ type: 'highlight' }] : []),
      ],
    }))
  const block = (): JSONContent => {
    const align = pick([null, null, 'left', 'center', 'right'])
    const kind = pick(['paragraph', 'heading', 'image', 'blockquote', 'bulletList'])
    const title = pick([null, '사진 (출처: 문장) {.center}', "*아침* `a` !(b)(c) 'd' & 100% <b>"])
    if (kind === 'image') return { type: kind, attrs: { src: address, alt: '열람실', title, align } }
    if (kind === 'heading') return { type: kind, attrs: { level: 2, align }, content: line() }
    const paragraph = { type: 'paragraph', attrs: { align }, content: line() }
    if (kind === 'blockquote') return { type: kind, content: [paragraph] }
    if (kind === 'bulletList')
      return {
        type: kind,
        content: [{ type: 'listItem', content: [{ ...paragraph, attrs: { align: null } }] }],
      }
    return paragraph
  }
  // Markdown joins neighbouring lists and quotes.
  const between = { type: 'paragraph', content: [{ type: 'text', text: '사이' }] }
  const blocks = Array.from({ length: 1 + Math.floor(random() * 4) }, block)
  return { type: 'doc', content: blocks.flatMap((one) => [one, between]) }
}

it('underline, highlight and alignment survive saving, in any order and around any signs', () => {
  for (let seed = 1; seed <= 1_500; seed++) {
    const written = schema.nodeFromJSON(trimmed(randomDocument(seeded(seed))))
    const markdown = manager.serialize(written.toJSON())
    const read = schema.nodeFromJSON(manager.parse(markdown))
    expect([seed, markdown, read.toJSON()]).toEqual([seed, markdown, written.toJSON()])
    expect(manager.serialize(read.toJSON())).toBe(markdown)
  }
})

/** Markdown has no spaces at the beginning of marked words. */
const trimmed = ({ text, content, ...node }: JSONContent): JSONContent => ({
  ...node,
  ...(text === undefined ? {} : { text: text.replace(/^ +/, '·') }),
  ...(content ? { content: content.map(trimmed) } : {}),
})

it('readers see what the editor shows', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const written = schema.nodeFromJSON(trimmed(randomDocument(seeded(seed))))
    const shown = parseMarkdown(manager.serialize(written.toJSON()))
    expect([seed, marksOfTree(shown)]).toEqual([seed, marksOfDocument(written.toJSON())])
  }
})

const marksOfTree = (nodes: readonly MarkdownNode[], around: string[] = []): string[] =>
  joined(
    nodes.flatMap((node) => {
      if (typeof node === 'string') return [`${around.toSorted().join('+')}:${node}`]
      const align = 'align' in node && node.align ? [`align ${node.align}`] : []
      if (!('children' in node)) return align
      const name = node.type === 'u' ? ['underline'] : node.type === 'mark' ? ['highlight'] : []
      return [...align, ...marksOfTree(node.children, [...around, ...name])]
    }),
  )

const marksOfDocument = (node: JSONContent): string[] =>
  joined([
    ...(node.attrs?.align ? [`align ${node.attrs.align}`] : []),
    ...(node.text === undefined
      ? []
      : [
          `${(node.marks ?? [])
            .map(({ type }) => type)
            .toSorted()
            .join('+')}:${node.text}`,
        ]),
    ...(node.content ?? []).flatMap(marksOfDocument),
  ])

/** Neighbours with the same marks are one. */
const joined = (lines: string[]): string[] =>
  lines.reduce<string[]>((all, line) => {
    const [marks, text] = [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]
    const last = all.at(-1)
    if (line.includes(':') && last?.startsWith(`${marks}:`)) return [...all.slice(0, -1), last + text]
    return [...all, line]
  }, [])

it('security 100: pasted HTML brings marks and sides, and no style, script, class or picture of another site', () => {
  const { document } = parseHTML(
    '<html><body><p style="text-align: center; position: fixed" onclick="x()" data-align="evil">' +
      '<mark style="background: url(https://evil.example)" class="a">글</mark><u onclick="x()">밑줄</u>' +
      '<script>alert(1)</script><style>* { display: none }</style></p>' +
      '<ul><li><p style="text-align: right">줄</p></li></ul>' +
      '<figure data-align="right"><img src="x" data-address="https://evil.example/x.png"><figcaption>말</figcaption></figure>' +
      `<figure data-align="right" onclick="x()"><img src="x" onerror="x()" alt="a" data-address="${address}"><figcaption>설명</figcaption></figure></body></html>`,
  )
  const pasted = DOMParser.fromSchema(schema).parse(document.body as never)
  const markdown = manager.serialize(pasted.toJSON())
  expect(markdown).toContain('[글]{.mark}[밑줄]{.underline} {.center}')
  expect(markdown).toContain(`![a](${address} "설명") {.right}`)
  expect(markdown).not.toMatch(/evil|alert|display|onclick|style|class/)
})
