import { readFile } from 'node:fs/promises'
import { inflateSync } from 'node:zlib'
import { strFromU8, unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { blogCopy } from './export-blog.ts'
import { makeDocx } from './export-docx.ts'
import { makeHwpx } from './export-hwpx.ts'
import { preparePdf } from './export-pdf.ts'
import { htmlPage, makeFile, type ExportedText } from './export-text.ts'

const address = `/storage/v1/object/public/image/${'a'.repeat(32)}/I1795000000000.png`
const png = Uint8Array.from(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
)
const load = () => Promise.resolve({ data: png, kind: 'png' as const, width: 400, height: 300 })
const text: ExportedText = {
  tool: 'article',
  title: '토요일',
  content: [
    '## 준비 {.center}',
    '[밑줄]{.underline}과 [형광펜]{.mark}, [**둘** 다]{.underline}.',
    '오른쪽 글 {.right}',
    '> 인용 {.center}',
    `![열람실](${address}#400x300 "창가 <아침> (9시)") {.left}`,
    '`[글]{.mark}` 그대로 \\{.center}',
  ].join('\n\n'),
  tags: [],
  language: 'Korean',
  origin: 'https://munjang.example',
}

it('HTML has underline, highlight and alignment as tags and styles', () => {
  const body = htmlPage(text).split('<body>')[1]!
  for (const part of [
    '<h2 style="text-align:center">준비</h2>',
    '<p><u>밑줄</u>과 <mark>형광펜</mark>, <u><strong>둘</strong> 다</u>.</p>',
    '<p style="text-align:right">오른쪽 글</p>',
    '<blockquote><p style="text-align:center">인용</p></blockquote>',
    `<figure style="text-align:left"><img src="https://munjang.example${address}" alt="열람실"`,
    '<figcaption>창가 &lt;아침&gt; (9시)</figcaption></figure>',
    '<p><code>[글]{.mark}</code> 그대로 {.center}</p>',
  ])
    expect(body).toContain(part)
})

it('a Markdown file has tags that other editors show, no alignment, and pictures with their caption alone', async () => {
  const file = await (await makeFile('md', text)).text()
  expect(file).toBe(
    [
      '# 토요일',
      '## 준비',
      '<u>밑줄</u>과 <mark>형광펜</mark>, <u>**둘** 다</u>.',
      '오른쪽 글',
      '> 인용',
      `![열람실](https://munjang.example${address} "창가 <아침> (9시)")`,
      '`[글]{.mark}` 그대로 \\{.center}\n',
    ].join('\n\n'),
  )
})

it('Word has them as its own formatting', async () => {
  const files = unzipSync(new Uint8Array(await (await makeDocx(text, load)).arrayBuffer()))
  const xml = strFromU8(files['word/document.xml']!)
  const paragraphOf = (words: string) => xml.split('<w:p>').find((part) => part.includes(words))!
  expect(paragraphOf('형광펜')).toMatch(/<w:u w:val="single"\/>.*밑줄/)
  expect(paragraphOf('형광펜')).toMatch(/<w:highlight w:val="yellow"\/>.*형광펜/)
  expect(paragraphOf('준비')).toContain('<w:jc w:val="center"/>')
  expect(paragraphOf('오른쪽 글')).toContain('<w:jc w:val="right"/>')
  expect(paragraphOf('인용')).toContain('<w:jc w:val="center"/>')
  expect(paragraphOf('<pic:pic')).toContain('<w:jc w:val="left"/>')
  expect(paragraphOf('창가')).toMatch(/<w:pStyle w:val="Caption"\/>.*<w:jc w:val="left"\/>/)
  expect(xml).not.toMatch(/\{\.(?:underline|right|left)\}/)
})

it('in Word, left stays left in a text that runs from right to left', async () => {
  const arabic = { ...text, language: 'Arabic' as const, content: 'نص {.left}' }
  const files = unzipSync(new Uint8Array(await (await makeDocx(arabic, load)).arrayBuffer()))
  // In such a paragraph, Word's "right" is the end of the line.
  expect(strFromU8(files['word/document.xml']!)).toMatch(/<w:jc w:val="right"\/>(?:(?!<w:p>).)*نص/)
})

it('HWPX has them as its own formatting', async () => {
  const files = unzipSync(new Uint8Array(await (await makeHwpx(text, load)).arrayBuffer()))
  const [section, header] = ['Contents/section0.xml', 'Contents/header.xml'].map((name) =>
    strFromU8(files[name]!),
  ) as [string, string]
  const lookOf = (words: string) => {
    const before = section.slice(0, section.indexOf(`<hp:t>${words}`))
    const idOf = (name: string) => before.slice(before.lastIndexOf(name)).match(/="(\d+)"/)![1]
    const find = (tag: string, id: string | undefined) =>
      header.slice(header.indexOf(`<hh:${tag} id="${id}"`)).split(`</hh:${tag}>`)[0]
    return { char: find('charPr', idOf('charPrIDRef')), paragraph: find('paraPr', idOf('paraPrIDRef')) }
  }
  expect(lookOf('밑줄').char).toContain('<hh:underline type="BOTTOM"')
  expect(lookOf('형광펜').char).toMatch(/shadeColor="#[0-9A-F]{6}"/)
  expect(lookOf('과 ').char).toMatch(/shadeColor="none".*<hh:underline type="NONE"/)
  expect(lookOf('준비').paragraph).toContain('<hh:align horizontal="CENTER"')
  expect(lookOf('오른쪽 글').paragraph).toContain('<hh:align horizontal="RIGHT"')
  expect(lookOf('창가').paragraph).toContain('<hh:align horizontal="LEFT"')
  expect(strFromU8(files['Preview/PrvText.txt']!)).toContain('밑줄과 형광펜')
})

it('a PDF draws lines under words, colour behind them and lines at their side', async () => {
  const draw = async (content: string) => {
    const { make } = await preparePdf(
      { ...text, title: '', content },
      { font: async (path) => new Uint8Array(await readFile(`.${path}`)), picture: load },
    )
    return drawingOf(Buffer.from(await (await make()).arrayBuffer()))
  }
  const plain = await draw('밑줄 글')
  const marked = await draw('[밑줄]{.underline} [글]{.mark}')
  const highlight = /1 0\.95\d* 0\.6\d* (?:rg|scn)/
  expect([plain, marked].map((drawing) => highlight.test(drawing))).toEqual([false, true])
  expect([plain, marked].map((drawing) => /^64 [\d.]+ [\d.]+ 0\.\d+ re$/m.test(drawing))).toEqual([
    false,
    true,
  ])
  const startOf = async (content: string) =>
    Number(/1 0 0 1 ([\d.]+) [\d.]+ Tm/.exec(await draw(content))![1])
  const [left, center, right] = await Promise.all(
    ['', ' {.center}', ' {.right}'].map((end) => startOf(`글${end}`)),
  )
  expect(left).toBe(64)
  expect(await startOf(`![a](${address} "글") {.right}`)).toBeGreaterThan(500)
  expect(center).toBeGreaterThan(250)
  expect(right).toBeGreaterThan(500)
})

/** The drawing commands of a PDF. */
function drawingOf(pdf: Buffer): string {
  const parts: string[] = []
  let at = 0
  while ((at = pdf.indexOf('stream\n', at)) >= 0) {
    const end = pdf.indexOf('endstream', at)
    try {
      parts.push(inflateSync(pdf.subarray(at + 7, end)).toString('latin1'))
    } catch {
      // Fonts and pictures have other filters.
    }
    at = end + 9
  }
  return parts.filter((part) => part.includes(' Tm')).join('\n')
}

it('a copy for a blog has the tags, and its plain flavour no sign of them', () => {
  const { html, plain } = blogCopy('tistory', text)
  expect(html).toContain('<u>밑줄</u>과 <mark>형광펜</mark>')
  expect(html).toContain('<p style="text-align:right">오른쪽 글</p>')
  expect(blogCopy('naver', text).html).toContain('<p style="text-align:center"><span style="font-size:24px">')
  expect(plain).toContain('밑줄과 형광펜, 둘 다.\n\n오른쪽 글')
  expect(plain).toContain('(열람실)\n창가 <아침> (9시)')
})

it('security 100: no mark of a text brings a style, a class or a script', () => {
  for (const content of [
    '[x]{.mark style="background:url(https://evil.example)"}',
    '[x]{.mark onclick=alert(1)}',
    '[<img src=x onerror=alert(1)>]{.mark}',
    '[x](javascript:alert(1)){.underline}',
    'x {.center;position:fixed}',
    'x {.fixed}',
    '[x]{.evil}',
  ]) {
    const body = htmlPage({ ...text, title: '', content }).split('<body>')[1]!
    expect(body).not.toMatch(/<[^>]*(?:style|class|on\w+|src|javascript)[=:]/)
  }
})

it('a video of another site is a link in every export, and nothing of that site is loaded', async () => {
  const href = 'https://youtu.be/dQw4w9WgXcQ'
  const linked = { ...text, content: `[아침 산책](${href})` }
  expect(htmlPage(linked).split('<body>')[1]).toContain(`<p><a href="${href}">아침 산책</a></p>`)
  expect(await (await makeFile('md', linked)).text()).toContain(linked.content)
  const docx = unzipSync(new Uint8Array(await (await makeDocx(linked, load)).arrayBuffer()))
  expect(strFromU8(docx['word/_rels/document.xml.rels']!)).toContain(`Target="${href}"`)
  const hwpx = unzipSync(new Uint8Array(await (await makeHwpx(linked, load)).arrayBuffer()))
  expect(strFromU8(hwpx['Contents/section0.xml']!)).toContain(`<hp:stringParam name="Path">${href}`)
  const { make } = await preparePdf(linked, {
    font: async (path) => new Uint8Array(await readFile(`.${path}`)),
  })
  expect(Buffer.from(await (await make()).arrayBuffer()).toString('latin1')).toContain(`(${href})`)
})
