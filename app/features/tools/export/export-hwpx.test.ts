import { unzipSync } from 'fflate'
import { DOMParser } from 'linkedom'
import { expect, it } from 'vitest'
import { makeHwpx } from './export-hwpx.ts'
import type { ExportedText } from './export-text.ts'

const address = `/storage/v1/object/public/image/${'a'.repeat(32)}/I1795000000000.png`
const text: ExportedText = {
  tool: 'article',
  title: '봄 & 여름 <계획>',
  content: [
    '처음 문단 漢字 日本語 العربية 😀 \u0001끝',
    '',
    '## 준비 & 출발',
    '',
    '**굵게** *기울여* ~~지움~~ `code` [링크](https://a.example/?a=1;b=2)',
    '',
    '- 하나',
    '  - 둘',
    '',
    '3. 셋',
    '4. 넷',
    '',
    '> 인용한 말',
    '',
    '| 구분 | 금액 |',
    '| --- | --- |',
    '| 재료비 | 1,200원 |',
    '| 합계 |',
    '',
    `![가게](${address}#800x600)`,
    '',
    '---',
    '',
    '```',
    'a\tb',
    'c',
    '```',
  ].join('\n'),
  tags: ['동네 빵집'],
  language: 'Korean',
  origin: 'https://munjang.example',
}
const load = () =>
  Promise.resolve({ data: new Uint8Array([1, 2, 3]), kind: 'png' as const, width: 800, height: 600 })

async function open(exported: ExportedText) {
  const bytes = new Uint8Array(await (await makeHwpx(exported, load)).arrayBuffer())
  const files = unzipSync(bytes)
  const read = (path: string) => new TextDecoder().decode(files[path])
  return { bytes, files, section: read('Contents/section0.xml'), header: read('Contents/header.xml'), read }
}
const idsOf = (xml: string, pattern: RegExp) => [...xml.matchAll(pattern)].map(([, id]) => Number(id))

it('the package begins with its type, uncompressed and without a byte more, as Hancom’s reader expects', async () => {
  const { bytes, files } = await open(text)
  const view = new DataView(bytes.buffer)
  expect(new TextDecoder().decode(bytes.subarray(30, 38 + 19))).toBe('mimetypeapplication/hwp+zip')
  // Method "stored" and no extra field, in the local header of the ZIP.
  expect([view.getUint16(8, true), view.getUint16(28, true)]).toEqual([0, 0])
  expect(Object.keys(files)).toEqual([
    'mimetype',
    'version.xml',
    'Contents/header.xml',
    'Contents/section0.xml',
    'BinData/image1.png',
    'Preview/PrvText.txt',
    'settings.xml',
    'Contents/content.hpf',
    'META-INF/container.xml',
    'META-INF/manifest.xml',
  ])
})

it('every part is well-formed, and every reference leads to something that the header counts', async () => {
  const { files, header, section, read } = await open(text)
  for (const path of Object.keys(files).filter((name) => /\.(xml|hpf)$/.test(name)))
    expect(balanceOf(read(path)), path).toEqual([])
  const counts: [string, string][] = [
    ['charProperties', 'charPr'],
    ['paraProperties', 'paraPr'],
    ['borderFills', 'borderFill'],
    ['styles', 'style'],
  ]
  for (const [list, entry] of counts) {
    const ids = idsOf(header, new RegExp(`<hh:${entry} id="(\\d+)"`, 'g'))
    const from = entry === 'borderFill' ? 1 : 0
    expect(ids, entry).toEqual(ids.map((_, index) => index + from))
    expect(header).toContain(`<hh:${list} itemCnt="${ids.length}">`)
    const used = idsOf(header + section, new RegExp(`\\s${entry}IDRef="(\\d+)"`, 'g'))
    for (const id of used.filter((one) => one !== 4_294_967_295)) expect(ids, entry).toContain(id)
  }
  expect(read('Contents/content.hpf')).toContain('<opf:item id="image1" href="BinData/image1.png"')
  expect(section).toContain('<hc:img binaryItemIDRef="image1"')
})

it('page and column are in the first run, and the file contains no line layout', async () => {
  for (const exported of [text, { ...text, title: '', content: '| a |\n| --- |\n| b |' }]) {
    const { section } = await open(exported)
    expect(section).toMatch(/^<\?xml[^>]*><hs:sec[^>]*><hp:p [^>]*><hp:run charPrIDRef="0"><hp:secPr /)
    expect(section.indexOf('<hp:colPr ')).toBeLessThan(section.indexOf('</hp:run>'))
    expect(section).not.toContain('linesegarray')
  }
})

it('a table has every cell, in columns that fill the page’s width, and repeats its head', async () => {
  const { section } = await open(text)
  const table = /<hp:tbl .*<\/hp:tbl>/.exec(section)![0]
  expect(table).toContain('rowCnt="3" colCnt="2"')
  expect(table).toContain('repeatHeader="1"')
  expect(table.match(/<hp:tc /g)).toHaveLength(6)
  const widths = idsOf(table, /<hp:cellSz width="(\d+)"/g)
  expect(widths[0]! + widths[1]!).toBe(42_520)
  for (const part of ['subList', 'cellAddr', 'cellSpan', 'cellSz', 'cellMargin'])
    expect(table.match(new RegExp(`<hp:${part}[ >]`, 'g')), part).toHaveLength(6)
})

it("only the text of a link has a link's look, and its address retains its characters", async () => {
  const { section, header } = await open(text)
  expect(section).toContain('https\\://a.example/?a=1\\;b=2;1;0;0;')
  expect(section).toContain('<hp:stringParam name="Path">https://a.example/?a=1;b=2</hp:stringParam>')
  const [link] = idsOf(section, /charPrIDRef="(\d+)"><hp:t>링크/g)
  expect(header).toMatch(new RegExp(`<hh:charPr id="${link}"[^>]*textColor="#0B5CAD"`))
  expect(section.match(/fieldBegin id="(\d+)"/)![1]).toBe(section.match(/beginIDRef="(\d+)"/)![1])
})

it('pages have numbers, and a picture within a list is in the package once', async () => {
  const { section, files } = await open({ ...text, content: `- 하나\n\n  ![가게](${address}#800x600)` })
  expect(section).toContain('<hp:pageNum pos="BOTTOM_CENTER"')
  expect(Object.keys(files).filter((name) => name.startsWith('BinData/'))).toEqual(['BinData/image1.png'])
  expect(section.match(/<hp:pic /g)).toHaveLength(1)
  expect(section.match(/<hp:fieldBegin/g)).toBeNull()
})

it('Arabic is aligned to the right', async () => {
  const { header } = await open({ ...text, language: 'Arabic', title: 'مكتبة', content: 'نص' })
  expect(header).toContain('<hh:align horizontal="RIGHT"')
})

/** Finds unbalanced tags. The parser of the test's DOM tolerates them. */
function balanceOf(xml: string): string[] {
  const open: string[] = []
  const wrong: string[] = []
  for (const [, close, name, isEmpty] of xml.matchAll(/<(\/?)([a-zA-Z]+:[\w]+)[^<>]*?(\/?)>/g)) {
    if (isEmpty) continue
    if (!close) open.push(name!)
    else if (open.pop() !== name) wrong.push(name!)
  }
  expect(new DOMParser().parseFromString(xml, 'text/xml').documentElement).not.toBeNull()
  return [...wrong, ...open]
}
