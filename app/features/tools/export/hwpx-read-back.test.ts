// A Hangul document, read back by a word processor of another maker: rhwp lays HWPX out as Hangul does.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { HwpDocument, initSync } from '@rhwp/core'
import sharp from 'sharp'
import { beforeAll, expect, it } from 'vitest'
import { makeHwpx } from './export-hwpx.ts'
import type { ExportedText } from './export-text.ts'

const address = `/storage/v1/object/public/image/${'a'.repeat(32)}/I1795000000000.png`
const content = `처음 문단 漢字 日本語テキスト العربية 😀👩‍🔬 \u0001끝

## 1. 시장 分析 & 조사

**굵게** *기울여* ~~지움~~ [출처](https://a.example/%E3%81%82?a=1;b=2)

- 하나
  - 둘
- 셋 😀

3. 처음
4. 다음

> 인용한 말

| 구분 | 2026년 日本 | 증가 😀 |
| --- | --- | --- |
| 매출 & 이익 | 1,200원 | **+10%** |
| [근거](https://b.example/) | <미정> |  |

![가게](${address}#800x600)

### 세부 일정

끝.`

/** The parts of rhwp's answers that are looked at. */
type Control = { ctrlId: string; list: number; para: number; controlIndex: number }
type Field = { fieldType: string; command: string }

let picture: Uint8Array
let document: HwpDocument
beforeAll(async () => {
  const require = createRequire(import.meta.url)
  initSync({ module: readFileSync(require.resolve('@rhwp/core/rhwp_bg.wasm')) })
  // It asks a browser for the width of each line.
  Object.assign(globalThis, { measureTextWidth: (_font: string, text: string) => text.length * 8 })
  picture = await sharp({ create: { width: 8, height: 6, channels: 3, background: '#b8321f' } })
    .png()
    .toBuffer()
  document = await open({ tool: 'business-plan', content })
})

async function open(part: Pick<ExportedText, 'tool' | 'content'>): Promise<HwpDocument> {
  const text = {
    title: '사업 & <계획>',
    tags: [],
    language: 'Korean',
    origin: 'https://munjang.example',
  } as const
  const file = await makeHwpx({ ...text, ...part, tags: [] }, () =>
    Promise.resolve({ data: picture, kind: 'png' as const, width: 800, height: 600 }),
  )
  return new HwpDocument(new Uint8Array(await file.arrayBuffer()))
}
const parse = <Value>(json: string): Value => JSON.parse(json) as Value
const linesOf = (read: HwpDocument): string[] =>
  parse<string>(read.getTextFileUnicode())
    .split('\r\n')
    .filter((line) => line !== '')
/** Each paragraph outside tables with the name of its style. */
const styled = (read: HwpDocument): [string, string][] =>
  Array.from({ length: read.getParagraphCount(0) }, (_, index) => [
    parse<{ name: string }>(read.getStyleAt(0, index)).name,
    read.getTextRange(0, index, 0, read.getParagraphLength(0, index)),
  ])
const controlsOf = (read: HwpDocument, id: string): Control[] =>
  parse<Control[]>(read.getControls()).filter(({ ctrlId }) => ctrlId === id)

it('every paragraph comes back in its order, in every script, with the marks and numbers of lists', () => {
  expect(linesOf(document)).toEqual([
    '사업 & <계획>',
    '처음 문단 漢字 日本語テキスト العربية 😀👩‍🔬 끝',
    '1. 시장 分析 & 조사',
    '굵게 기울여 지움 출처',
    '• 하나',
    '• 둘',
    '• 셋 😀',
    '3. 처음',
    '4. 다음',
    '인용한 말',
    '구분',
    '2026년 日本',
    '증가 😀',
    '매출 & 이익',
    '1,200원',
    '+10%',
    '근거',
    '<미정>',
    '세부 일정',
    '끝.',
  ])
})

it('headings have the styles of outlines, and everything else has that of running text', () => {
  const headings = styled(document).filter(([style]) => style.startsWith('개요'))
  expect(headings).toEqual([
    ['개요 1', '1. 시장 分析 & 조사'],
    ['개요 2', '세부 일정'],
  ])
  const others = styled(document).filter(([style]) => !style.startsWith('개요'))
  expect(new Set(others.map(([style]) => style))).toEqual(new Set(['본문']))
})

it('words are bold, italic and struck, as they were', () => {
  const index = styled(document).findIndex(([, text]) => text.startsWith('굵게'))
  const html = document.exportSelectionHtml(0, index, 0, index, document.getParagraphLength(0, index))
  for (const [words, look] of [
    ['굵게', 'font-weight:bold'],
    ['기울여', 'font-style:italic'],
    ['지움', 'line-through'],
    ['출처', 'underline'],
  ])
    expect(html).toMatch(new RegExp(`${look}[^>]*>${words}<`))
})

it('a table has its rows, its columns and the words of each cell', () => {
  const [table, ...others] = controlsOf(document, 'tbl')
  expect(others).toEqual([])
  const { para, controlIndex } = table!
  expect(parse(document.getTableDimensions(0, para, controlIndex))).toMatchObject({
    rowCount: 3,
    colCount: 3,
    cellCount: 9,
  })
  const cells = Array.from({ length: 9 }, (_, cell) =>
    document.getTextInCell(0, para, controlIndex, cell, 0, 0, 50),
  )
  expect(cells).toEqual([
    '구분',
    '2026년 日本',
    '증가 😀',
    '매출 & 이익',
    '1,200원',
    '+10%',
    '근거',
    '<미정>',
    '',
  ])
})

it('links lead where they led, in text and in cells', () => {
  const fields = parse<Field[]>(document.getFieldList())
  expect(fields.map(({ command }) => command)).toEqual([
    expect.stringContaining('https\\://a.example/%E3%81%82?a=1\\;b=2'),
    expect.stringContaining('https\\://b.example/'),
  ])
})

it('the picture is the one that was exported, in its place', () => {
  const [shown, ...others] = controlsOf(document, 'gso')
  expect(others).toEqual([])
  expect(document.getControlImageMime(0, shown!.para, '', shown!.controlIndex)).toBe('image/png')
  expect(document.getControlImageData(0, shown!.para, '', shown!.controlIndex)).toEqual(
    new Uint8Array(picture),
  )
})

it('pages are numbered, and a long document has as many as its lines need', async () => {
  expect(controlsOf(document, 'pgnp')).toHaveLength(1)
  const long = await open({ tool: 'document', content: '## 하나\n\n넉넉한 문단이다.\n\n'.repeat(120) })
  expect(long.pageCount()).toBeGreaterThan(3)
})
