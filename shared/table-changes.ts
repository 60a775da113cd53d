// Two tables in Markdown, compared cell by cell.
import { alignSentences, type SentenceChange } from './sentence-changes.ts'
import { escapeCodePipes } from './code-pipes.ts'

/** A stretch of a text: a table with its rows, or everything between tables. */
export type Stretch = { kind: 'prose'; text: string } | { kind: 'table'; rows: string[][]; rule: string }

const divider = /^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/

/** The text in stretches. Before, between and after its tables there is prose, which may be ''. */
export function splitAtTables(markdown: string): Stretch[] {
  const stretches: Stretch[] = []
  let prose: string[] = []
  const lines = markdown.split(/(?<=\n)/)
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!
    if (!line.trimStart().startsWith('|') || !divider.test(lines[at + 1] ?? '')) {
      prose.push(line)
      continue
    }
    stretches.push({ kind: 'prose', text: prose.join('') })
    prose = []
    const rows = [cellsOf(line)]
    const rule = lines[++at]!.trim()
    while (lines[at + 1]?.trimStart().startsWith('|')) rows.push(cellsOf(lines[++at]!))
    // The blank line after a table belongs to it.
    while (lines[at + 1]?.trim() === '') at++
    stretches.push({ kind: 'table', rows, rule })
  }
  return [...stretches, { kind: 'prose', text: prose.join('') }]
}

/** The Markdown of each cell of a row, trimmed: as many as there are between the pipes. */
export const cellsOf = (row: string): string[] =>
  escapeCodePipes(row)
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())

type Table = Extract<Stretch, { kind: 'table' }>

/**
 * The changes from one table to the other. Rows are paired by their order when there are as many, else by likeness.
 * @param table the number of the table in its text
 * @returns null when the columns are others
 */
export function compareTables(before: Table, after: Table, table: number): SentenceChange[] | null {
  const columns = before.rows[0]!.length
  if (after.rows[0]!.length !== columns) return null
  const changes: SentenceChange[] = []
  let row = 0
  const add = (part: 'frame' | 'cell' | 'row', earlier: string, later: string) =>
    changes.push({ before: earlier, after: later, place: { table, part, row } })
  for (const [earlier, later] of pairRows(before.rows, after.rows)) {
    if (earlier && later)
      for (let column = 0; column < columns; column++) {
        add('frame', column === 0 ? '| ' : ' | ', column === 0 ? '| ' : ' | ')
        add('cell', earlier[column] ?? '', later[column] ?? '')
      }
    if (earlier && later) add('frame', ' |\n', ' |\n')
    else add('row', lineOf(earlier), lineOf(later))
    if (row === 0) add('frame', `${before.rule}\n`, `${before.rule}\n`)
    row++
  }
  add('frame', '\n', '\n')
  return changes
}

const lineOf = (cells: string[] | null): string => (cells ? `| ${cells.join(' | ')} |\n` : '')

/** The first row names the columns, so the first rows are always a pair. */
function pairRows(before: string[][], after: string[][]): [string[] | null, string[] | null][] {
  if (before.length === after.length) return before.map((row, index) => [row, after[index]!])
  const [earlier, later] = [before.slice(1), after.slice(1)].map((rows) => rows.map((row) => lineOf(row)))
  const pairs = alignSentences(earlier!, later!).map((pair): [string[] | null, string[] | null] => [
    pair.before ? cellsOf(pair.before) : null,
    pair.after ? cellsOf(pair.after) : null,
  ])
  return [[before[0]!, after[0]!], ...pairs]
}
