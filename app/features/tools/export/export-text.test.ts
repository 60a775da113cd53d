import { inflateRawSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { blogCopy } from './export-blog.ts'
import { makeDocx } from './export-docx.ts'
import { fitPicture } from './export-pictures.ts'
import { makeFile, type ExportedText } from './export-text.ts'

const text: ExportedText = {
  tool: 'article',
  title: '토요일 <도서관>',
  content: [
    '## 준비 & 출발',
    '',
    '**굵게** *기울여* ~~지움~~ `code` [링크](https://a.example/?a=1&b="2") [나쁜 것](javascript:alert(1))',
    '',
    '> 인용한 말',
    '',
    '- 하나',
    '  - 둘',
    '',
    '3. 셋',
    '4. 넷',
    '',
    '| 날 | 시간 |',
    '| --- | --- |',
    '| 토 | 9시 |',
    '',
    '<script>alert(1)</script>',
  ].join('\n'),
  tags: ['동네 도서관', '주말'],
  language: 'Korean',
  origin: 'https://munjang.example',
}

it('security 100: no scheme but http, https and mailto, and no markup of the text, leaves in HTML', async () => {
  for (const content of [
    '[x](javascript:alert(1))',
    '[x](data:text/html,<script>alert(1)</script>)',
    '<img src=x onerror=alert(1)>',
    '![x](https://evil.example/pixel.png)',
    '[a]: https://evil.example\n![x][a]',
    '<svg/onload=alert(1)>',
    '`<iframe src=//evil.example>`',
  ]) {
    const file = await (await makeFile('html', { ...text, title: content, content })).text()
    const body = file.slice(file.indexOf('<body>'))
    expect([content, /<(?!\/?(?:body|h1|p|a|code|html)\b)/.exec(body)?.[0] ?? null]).toEqual([content, null])
    expect(body).not.toMatch(/<[^>]*(?:javascript:|data:|onerror|onload|src=)/)
  }
})

it('a pipe in the code of a cell stays in its cell', async () => {
  const row = '| x | y |\n| --- | --- |\n| `a|b` | c |'
  const piped = { ...text, content: `${row}\n\n~~~\n${row}\n~~~`, tags: [] }
  expect(await (await makeFile('md', piped)).text()).toBe(
    `# ${text.title}\n\n${row.replace('a|', 'a\\|')}\n\n~~~\n${row}\n~~~\n`,
  )
  expect(await (await makeFile('html', piped)).text()).toContain('<td><code>a|b</code></td><td>c</td>')
})

it('Markdown without marks leaves as it is, with title and tags', async () => {
  const file = await makeFile('md', text)
  expect(file.name).toBe('토요일 도서관.md')
  expect(await file.text()).toBe(`# 토요일 <도서관>\n\n${text.content}\n\n#동네_도서관 #주말\n`)
})

it('a text file has the words alone, with lists and tables as lines', async () => {
  const file = await makeFile('txt', {
    ...text,
    title: '토요일',
    content:
      '## 준비\n\n**물**과 [지도](https://a.example)\n\n- 하나\n  - 둘\n\n| 날 | 곳 |\n| --- | --- |\n| 토 | 도서관 |',
    tags: ['도서관 나들이'],
  })
  expect([file.name, file.type]).toEqual(['토요일.txt', 'text/plain;charset=utf-8'])
  expect(await file.text()).toBe(
    '토요일\n\n준비\n\n물과 지도\n\n• 하나\n  • 둘\n\n날 | 곳\n토 | 도서관\n\n#도서관나들이\n',
  )
})

it('citations stay short in every export, and the list of sources keeps titles, sites and addresses', async () => {
  const address = 'https://www.library.example/hours?day=1'
  const list = `- (1) [Opening hours](${address}), library.example, 2026-05-01, read on 2026-11-24`
  const content = `## Hours\n\nIt opens at 9.[(1)](${address})\n\n- (2) copies of [a form](https://a.example)\n\n## Sources\n\n${list}`
  const cited = { ...text, title: 'Library', content, tags: [] }
  expect(await (await makeFile('txt', cited)).text()).toBe(
    [
      'Library',
      'Hours',
      'It opens at 9.(1)',
      '• (2) copies of a form',
      'Sources',
      `• (1) Opening hours, library.example, 2026-05-01, read on 2026-11-24, ${address}\n`,
    ].join('\n\n'),
  )
  expect(await (await makeFile('md', cited)).text()).toBe(`# Library\n\n${content}\n`)
  const page = await (await makeFile('html', cited)).text()
  expect(page).toContain(`<p>It opens at 9.<a href="${address}">(1)</a></p>`)
  expect(page).toContain(
    `<li>(1) <a href="${address}">Opening hours</a>, library.example, 2026-05-01, read on 2026-11-24</li>`,
  )
  const copied = blogCopy('brunch', cited)
  expect(copied.plain).toContain(`read on 2026-11-24, ${address}`)
  expect(copied.html).toContain(`read on 2026-11-24, ${address}</p>`)
})

it('a page in Arabic runs from right to left, in HTML and in Word', async () => {
  const arabic = { ...text, language: 'Arabic' as const, title: 'مكتبة', content: 'نص' }
  expect(await (await makeFile('html', arabic)).text()).toContain('<html lang="ar" dir="rtl">')
  const xml = await readEntry(await makeFile('docx', arabic), 'word/document.xml')
  expect(xml).toContain('<w:bidi/>')
  expect(xml).toContain('<w:rtl/>')
})

it('a page wraps Korean between words, other languages as the browser does, and an address anywhere', async () => {
  const page = await (await makeFile('html', text)).text()
  expect(page).toContain('<html lang="ko"')
  const styles = page.match(/^.*(?:word-break|overflow-wrap).*$/gm)
  expect(styles).toEqual([
    expect.stringMatching(/^body \{.*overflow-wrap: break-word \}$/),
    ':lang(ko) { word-break: keep-all }',
    'a, code { overflow-wrap: anywhere }',
  ])
})

it('a Word document holds headings, lists, table, quote and link as such', async () => {
  const file = await makeFile('docx', text)
  const xml = await readEntry(file, 'word/document.xml')
  const words = [...xml.matchAll(/<w:t[^>]*>([^<]*)<\/w:t>/g)].map(([, word]) => word)
  expect(words.join('|')).toBe(
    '토요일 &lt;도서관&gt;|준비 &amp; 출발|굵게| |기울여| |지움| |code| |링크| |나쁜 것|인용한 말|하나|둘|셋|넷|날|시간|토|9시|&lt;script&gt;alert(1)&lt;/script&gt;|#동네 도서관 #주말',
  )
  for (const part of [
    'w:val="Title"',
    'w:val="Heading1"',
    '<w:tbl>',
    '<w:b/>',
    '<w:i/>',
    '<w:strike/>',
    'w:hyperlink',
  ])
    expect(xml).toContain(part)
  expect(await readEntry(file, 'word/numbering.xml')).toContain('<w:start w:val="3"/>')
  expect(await readEntry(file, 'word/_rels/document.xml.rels')).not.toContain('javascript:')
})

const address = `/storage/v1/object/public/image/${'a'.repeat(32)}/I1795000000000.png`
const illustrated = {
  ...text,
  content: `앞\n\n![열람실](${address}#800x600)\n\n뒤\n\n| a |\n| --- |\n| b<br>c |`,
}

it('images are exported in their place, under an absolute address; lines in cells stay separate', async () => {
  const whole = `https://munjang.example${address}`
  expect(await (await makeFile('html', illustrated)).text()).toContain(`<img src="${whole}" alt="열람실"`)
  expect(await (await makeFile('md', illustrated)).text()).toContain(`![열람실](${whole})`)
})

it('a Word document contains its images with descriptions, and only the description of a missing one', async () => {
  const png = Uint8Array.from(
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  )
  const asked: string[] = []
  const document = await makeDocx(illustrated, async (source) => {
    asked.push(source)
    return { data: png, kind: 'png', width: 1_200, height: 600 }
  })
  const xml = await readEntry(new File([document], 'x'), 'word/document.xml')
  expect(asked).toEqual([`https://munjang.example${address}`])
  expect(xml).toContain('descr="열람실"')
  expect([xml.indexOf('앞'), xml.indexOf('<w:drawing>'), xml.indexOf('뒤')]).toEqual(
    [xml.indexOf('앞'), xml.indexOf('<w:drawing>'), xml.indexOf('뒤')].toSorted((a, b) => a - b),
  )
  const gone = await makeDocx(illustrated, () => Promise.reject(new Error('404')))
  expect(await readEntry(new File([gone], 'x'), 'word/document.xml')).toMatch(/<w:t[^>]*>열람실</)
})

it('an image larger than the page is scaled to fit, a small one stays', () => {
  const page = { width: 600, height: 800 }
  expect(fitPicture({ width: 1_200, height: 600 }, page)).toEqual({ width: 600, height: 300 })
  expect(fitPicture({ width: 600, height: 1_600 }, page)).toEqual({ width: 300, height: 800 })
  expect(fitPicture({ width: 60, height: 40 }, page)).toEqual({ width: 60, height: 40 })
})

/** One file of a ZIP archive, found through its central directory (APPNOTE 4.3.12). */
async function readEntry(file: File, name: string): Promise<string> {
  const bytes = Buffer.from(await file.arrayBuffer())
  let at = bytes.readUInt32LE(bytes.lastIndexOf(Buffer.from('504b0506', 'hex')) + 16)
  while (bytes.readUInt32LE(at) === 0x02014b50) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
      bytes.readUInt16LE(at + offset),
    )
    if (bytes.toString('utf8', at + 46, at + 46 + nameLength!) === name) {
      const start = bytes.readUInt32LE(at + 42)
      const data = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28)
      const content = bytes.subarray(data, data + bytes.readUInt32LE(at + 20))
      return (bytes.readUInt16LE(at + 10) === 8 ? inflateRawSync(content) : content).toString('utf8')
    }
    at += 46 + nameLength! + extraLength! + commentLength!
  }
  throw new Error(`no ${name}`)
}
