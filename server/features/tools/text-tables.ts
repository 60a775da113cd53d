// The tables of a Markdown text, and the totals in them. Models add badly, so a total is computed from its rows.
import { renderedText } from '#shared/rendered-text.ts'
import { cellsOf } from '#shared/table-changes.ts'

/** Cells without formatting. */
type Table = { head: string[]; rows: string[][]; rowLines: number[] }

export function tablesOf(markdown: string): Table[] {
  const lines = markdown.replace(/[ \t]+/g, ' ').split('\n')
  const tables: Table[] = []
  for (let index = 1; index < lines.length; index++) {
    if (!/^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)+\|?\s*$/.test(lines[index]!)) continue
    const table: Table = { head: readCells(lines[index - 1]!), rows: [], rowLines: [] }
    for (let row = index + 1; row < lines.length && lines[row]!.includes('|'); row++) {
      table.rows.push(readCells(lines[row]!))
      table.rowLines.push(row)
    }
    tables.push(table)
  }
  return tables
}

const readCells = (line: string): string[] => cellsOf(line).map(renderedText)

/** "계" alone is a total, but not as the start of another word like 계약. */
const totalRow = /^\**(?:(?:총 ?)?합계|총계|총합|계|(?:grand )?total\b|sum\b)/i
const isTotal = (name = '') => totalRow.test(name) && !/^\**계[가-힣]/.test(name)

export type WrongTotal = {
  /** The name of the column. */
  column: string
  total: number
  sum: number
  /** The cell's content, and the line of the text that has it. */
  cell: string
  line: number
}

/**
 * Totals that are not the sum of the rows above them. Columns with text, blanks or several units are skipped, and so are
 * unit prices and percentages, which have no total: a "total" below every row is one of those.
 */
export function findWrongTotals(markdown: string): WrongTotal[] {
  return tablesOf(markdown).flatMap(({ head, rows, rowLines }) => {
    const last = rows.findIndex((row) => isTotal(row[0]))
    if (last < 2) return []
    return rows[last]!.slice(1).flatMap((cell, index): WrongTotal[] => {
      const column = rows.slice(0, last).map((row) => amountOf(row[index + 1] ?? ''))
      const total = amountOf(cell)
      if (!total || !column.every((amount) => amount !== null && amount.unit === total.unit)) return []
      const values = column.map((amount) => amount!.value)
      const sum = roundCents(values.reduce((all, value) => all + value, 0))
      const isRight = sum === total.value || sumWithoutSubtotals(values) === total.value
      if (isRight || total.value < Math.max(...values)) return []
      return [{ column: head[index + 1] ?? '', total: total.value, sum, cell, line: rowLines[last]! }]
    })
  })
}

/** A row with the sum of the rows since the last such row is a subtotal and counts once. */
function sumWithoutSubtotals(column: number[]): number {
  let [all, since] = [0, 0]
  for (const amount of column)
    if (since > 0 && amount === since) since = 0
    else [all, since] = [all + amount, since + amount]
  return roundCents(all)
}
const roundCents = (value: number): number => Math.round(value * 100) / 100

/** A cell with one figure and its unit: "1,200만 원" is 1200 만 원. */
function amountOf(cell: string): { value: number; unit: string } | null {
  const match = /^([^\d\-−]{0,3})([-−]?\d[\d,]*(?:\.\d+)?)\s*([^\d\s~–-]{0,6}(?: ?원)?)$/.exec(cell.trim())
  if (!match) return null
  const value = Number(match[2]!.replace(/,/g, '').replace('−', '-'))
  return { value, unit: `${match[1]!.trim()}#${match[3]!.replace(/ /g, '')}` }
}

/**
 * Replaces wrong totals by the sum of their rows, in the table and where the text repeats them.
 * @param given the member's own words: a total that stands there stays
 */
export function withComputedTotals(markdown: string, given = ''): string {
  const wrong = findWrongTotals(markdown).filter(({ cell }) => !given.includes(cell))
  if (wrong.length === 0) return markdown
  const lines = markdown.split('\n')
  for (const { cell, sum, line } of wrong) {
    const computed = cell.replace(/[-−]?\d[\d,]*(?:\.\d+)?/, sum.toLocaleString('en-US'))
    lines[line] = lines[line]!.replace(cell, () => computed)
    if (lines.some((other, at) => at !== line && other.includes('|') && other.includes(cell))) continue
    for (const [at, other] of lines.entries())
      if (!other.includes('|')) lines[at] = replaceFigure(other, cell, computed)
  }
  return lines.join('\n')
}

/** Not inside a longer figure. */
const replaceFigure = (line: string, figure: string, computed: string): string =>
  line
    .split(figure)
    .reduce((before, after) =>
      /[\d,.]$/.test(before) || /^[\d,]/.test(after)
        ? `${before}${figure}${after}`
        : `${before}${computed}${after}`,
    )
