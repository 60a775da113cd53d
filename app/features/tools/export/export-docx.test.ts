import { strFromU8, unzipSync } from 'fflate'
import mammoth from 'mammoth'
import { expect, it } from 'vitest'
import { makeDocx } from './export-docx.ts'
import type { ExportedText } from './export-text.ts'

const address = `/storage/v1/object/public/image/${'a'.repeat(32)}/I1795000000000.png`
const png = Uint8Array.from(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
)
const text: ExportedText = {
  tool: 'document',
  title: '문장 漢字 日本語 العربية 😀',
  content: [
    '## 하나 장',
    '### 하나의 절',
    '#### 작은 제목',
    '**굵게** [링크](https://a.example/)',
    '> 인용한 말',
    '- 하나\n  - 둘',
    '3. 셋\n4. 넷',
    '| 구분 | 금액 |\n| --- | --- |\n| 재료비 | 1,200원 |',
    `![가게](${address}#800x600)`,
    '## 둘 장',
    '## 셋 장',
  ].join('\n\n'),
  tags: [],
  language: 'Korean',
  origin: 'https://munjang.example',
}

async function open(part: Partial<ExportedText> = {}) {
  const load = () => Promise.resolve({ data: png, kind: 'png' as const, width: 800, height: 600 })
  const bytes = new Uint8Array(await (await makeDocx({ ...text, ...part }, load)).arrayBuffer())
  const files = unzipSync(bytes)
  const read = (name: string) => strFromU8(files[name]!)
  return { bytes, files, read, document: read('word/document.xml'), styles: read('word/styles.xml') }
}
const idsOf = (xml: string, pattern: RegExp) => new Set([...xml.matchAll(pattern)].map(([, id]) => id!))

it('another reader finds headings, lists, tables, links and pictures as such, without a warning', async () => {
  const { bytes } = await open({ tool: 'article' })
  const { value: html, messages } = await mammoth.convertToHtml(
    { buffer: Buffer.from(bytes) },
    { styleMap: ["p[style-name='Quote'] => blockquote", "p[style-name='caption'] => figcaption"] },
  )
  expect(messages.filter(({ message }) => !message.includes('Title'))).toEqual([])
  for (const part of [
    '문장 漢字 日本語 العربية 😀',
    '<h1>하나 장</h1>',
    '<h2>하나의 절</h2>',
    '<h3>작은 제목</h3>',
    '<strong>굵게</strong>',
    '<a href="https://a.example/">링크</a>',
    '<blockquote>인용한 말</blockquote>',
    '<ul><li>하나<ul><li>둘</li></ul></li></ul>',
    '<ol><li>셋</li><li>넷</li></ol>',
    '재료비',
    '<figcaption>가게</figcaption>',
  ])
    expect(html).toContain(part)
  expect(html).toMatch(/<table><thead><tr><th>.*구분.*<\/thead><tbody><tr><td>/)
  expect(html).toMatch(/<img alt="가게" src="data:image\/png;base64,/)
})

it('every style that the document names exists, with an East Asian font of its language', async () => {
  const { document, styles } = await open()
  const known = idsOf(styles, /<w:style [^>]*w:styleId="([^"]+)"/g)
  const used = idsOf(document, /<w:(?:pStyle|rStyle|tblStyle) w:val="([^"]+)"/g)
  expect([...used].filter((id) => !known.has(id))).toEqual([])
  for (const id of ['Title', 'Heading1', 'Heading3', 'ListParagraph', 'Caption', 'Hyperlink', 'TableGrid'])
    expect(used).toContain(id)
  expect(styles).toContain('w:eastAsia="Malgun Gothic"')
  expect(document).toContain('<w:tblHeader/>')
  expect((await open({ language: 'Japanese' })).styles).toContain('w:eastAsia="Yu Gothic"')
})

it('pages have numbers, and reports and plans with three headings a contents field with links', async () => {
  const { document, files, read } = await open()
  const footer = Object.keys(files).find((name) => name.startsWith('word/footer'))!
  expect(read(footer)).toMatch(/PAGE.*NUMPAGES/)
  expect(document).toContain('TOC ')
  const contents = document.slice(document.indexOf('<w:sdt>'), document.indexOf('</w:sdt>'))
  for (const heading of ['하나 장', '하나의 절', '둘 장']) expect(contents).toContain(heading)
  expect(contents).not.toContain('작은 제목')
  const [anchor] = idsOf(contents, /w:anchor="([^"]+)"/g)
  expect(document).toContain(`<w:bookmarkStart w:name="${anchor}"`)
  expect((await open({ tool: 'article' })).document).not.toContain('<w:sdt>')
})

it('a picture within a list or a quote is in the document', async () => {
  const { files } = await open({ content: `- 하나\n\n  ![가게](${address}#800x600)` })
  expect(Object.keys(files).filter((name) => name.startsWith('word/media/'))).toHaveLength(1)
})
