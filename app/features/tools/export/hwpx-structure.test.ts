// The XML of a Hangul document, read as a tree: what it counts is there, and what it refers to. Whole documents
// are read back by another word processor (hwpx-read-back.test.ts) and by our reader of uploads (e2e/export.spec.ts).
import { unzipSync } from 'fflate'
import { DOMParser } from 'linkedom'
import { beforeAll, expect, it } from 'vitest'
import { makeHwpx } from './export-hwpx.ts'
import type { ExportedText } from './export-text.ts'

const address = (name: string) => `/storage/v1/object/public/image/${name.repeat(32)}/I1795000000000.png`
const content = `요약 문단 漢字 日本語テキスト 😀👩‍🔬 끝

## 1. 시장 分析

**굵게** *기울여* ~~지움~~ [출처](https://a.example/%E3%81%82?a=1;b=2)

- 하나
  - 둘 _셋_
- 넷

1. 처음
2. 다음

| 구분 | 2026년 日本 | 증가 😀 |
| --- | --- | --- |
| 매출 & 이익 | 1,200원 | **+10%** |
| [근거](https://b.example/) | <미정> |  |
| 합계 |

![가게](${address('a')}#800x600)

### 세부 일정

| 달 |
| --- |
| 3월 |

> 인용한 말

![표](${address('b')}#400x400)`

const textOf = (tool: ExportedText['tool']): ExportedText => ({
  tool,
  title: '사업 계획 & <보고>',
  content,
  tags: [],
  language: 'Korean',
  origin: 'https://munjang.example',
})
const parse = (xml: Uint8Array): Element =>
  new DOMParser().parseFromString(new TextDecoder().decode(xml), 'text/xml')
    .documentElement as unknown as Element
/** Names without their prefix. */
const nameOf = ({ tagName }: Element): string => tagName.replace(/^\w+:/, '')
const elementsOf = (parent: Element, name: string): Element[] =>
  [...parent.children].filter((child) => nameOf(child) === name)
const childOf = (parent: Element, name: string): Element => elementsOf(parent, name)[0]!
const allOf = (root: Element, name: string): Element[] =>
  [...root.querySelectorAll('*')].filter((element) => nameOf(element) === name)
const valueOf = (element: Element, name: string): string | null => element.getAttribute(name)

const load = () =>
  Promise.resolve({ data: new Uint8Array([1, 2, 3]), kind: 'png' as const, width: 800, height: 600 })

for (const tool of ['document', 'business-plan'] as const) {
  let parts: Record<string, Uint8Array>
  let section: Element
  let header: Element
  let contents: Element
  beforeAll(async () => {
    parts = unzipSync(new Uint8Array(await (await makeHwpx(textOf(tool), load)).arrayBuffer()))
    section = parse(parts['Contents/section0.xml']!)
    header = parse(parts['Contents/header.xml']!)
    contents = parse(parts['Contents/content.hpf']!)
  })

  it(`${tool}: each table has the rows and cells that it counts, each cell at its own place and within the table`, () => {
    const tables = allOf(section, 'tbl')
    expect(tables.map((table) => [valueOf(table, 'rowCnt'), valueOf(table, 'colCnt')])).toEqual([
      ['4', '3'],
      ['2', '1'],
    ])
    for (const table of tables) {
      const [rowCount, columnCount] = [Number(valueOf(table, 'rowCnt')), Number(valueOf(table, 'colCnt'))]
      const rows = elementsOf(table, 'tr')
      expect(rows).toHaveLength(rowCount)
      const covered = rows.flatMap((row, rowAt) =>
        elementsOf(row, 'tc').flatMap((cell) => {
          const [rowAddr, colAddr] = ['rowAddr', 'colAddr'].map((name) =>
            valueOf(childOf(cell, 'cellAddr'), name),
          )
          const [rowSpan, colSpan] = ['rowSpan', 'colSpan'].map((name) =>
            valueOf(childOf(cell, 'cellSpan'), name),
          )
          expect(Number(rowAddr)).toBe(rowAt)
          expect(elementsOf(childOf(cell, 'subList'), 'p').length).toBeGreaterThan(0)
          return Array.from({ length: Number(rowSpan) }, (_, down) =>
            Array.from(
              { length: Number(colSpan) },
              (_, right) => `${Number(rowAddr) + down}.${Number(colAddr) + right}`,
            ),
          ).flat()
        }),
      )
      const places = Array.from({ length: rowCount }, (_, row) =>
        Array.from({ length: columnCount }, (_, column) => `${row}.${column}`),
      ).flat()
      // Each place of the table once.
      expect(covered.toSorted()).toEqual(places.toSorted())
      const widths = elementsOf(rows[0]!, 'tc').map((cell) =>
        Number(valueOf(childOf(cell, 'cellSz'), 'width')),
      )
      expect(widths.reduce((sum, width) => sum + width, 0)).toBe(
        Number(valueOf(childOf(table, 'sz'), 'width')),
      )
    }
  })

  it(`${tool}: every reference leads to a part of the package or an entry of its header`, () => {
    for (const [kind, reference] of [
      ['charPr', 'charPrIDRef'],
      ['paraPr', 'paraPrIDRef'],
      ['style', 'styleIDRef'],
      ['borderFill', 'borderFillIDRef'],
    ] as const) {
      const ids = new Set(allOf(header, kind).map((entry) => valueOf(entry, 'id')))
      const used = [...section.querySelectorAll('*')].flatMap((element) => valueOf(element, reference) ?? [])
      expect(
        used.filter((id) => !ids.has(id)),
        reference,
      ).toEqual([])
    }
    const items = allOf(contents, 'item').map((item) => ({
      id: valueOf(item, 'id'),
      href: valueOf(item, 'href'),
    }))
    expect(items.filter(({ href }) => !parts[href ?? '']).map(({ href }) => href)).toEqual([])
    const ids = items.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const pictures = allOf(section, 'img').map((picture) => valueOf(picture, 'binaryItemIDRef'))
    expect(pictures).toEqual(['image1', 'image2'])
    const spine = allOf(contents, 'itemref').map((item) => valueOf(item, 'idref'))
    expect([...pictures, ...spine].filter((id) => !ids.includes(id))).toEqual([])
    const sections = Object.keys(parts).filter((name) => name.startsWith('Contents/section'))
    expect(valueOf(header, 'secCnt')).toBe(String(sections.length))
    const paragraphs = allOf(section, 'p').map((paragraph) => valueOf(paragraph, 'id'))
    expect(new Set(paragraphs).size).toBe(paragraphs.length)
  })

  it(`${tool}: each link begins and ends once, around its words`, () => {
    const begins = allOf(section, 'fieldBegin')
    const ends = allOf(section, 'fieldEnd').map((end) => valueOf(end, 'beginIDRef'))
    expect(ends).toEqual(begins.map((begin) => valueOf(begin, 'id')))
    const paths = begins.map(
      (begin) =>
        allOf(begin, 'stringParam')
          .filter((parameter) => valueOf(parameter, 'name') === 'Path')
          .map((path) => path.textContent)[0],
    )
    expect(paths).toEqual(['https://a.example/%E3%81%82?a=1;b=2', 'https://b.example/'])
  })
}
