import Papa from 'papaparse'
import writeExcelFile from 'write-excel-file/browser'
import { siteZone } from '#shared/site.ts'
import { searchesOf, type SavedKeyword } from './saved-data.ts'
import type { useSavedFigures } from './use-saved-figures.ts'
import type { Translation } from '#app/session/words.tsx'

type Saved = Translation<'savedkeywords'>
type Context = Pick<Saved, 't' | 'language'> & {
  figures: ReturnType<typeof useSavedFigures>
  /** The head of the column of lists. */
  listName: string
}

const columns = [
  'keyword',
  'total',
  'pc',
  'mobile',
  'blogs',
  'webs',
  'competition',
  'change',
  'list',
  'note',
  'savedOn',
  'readOn',
] as const

const nameColumn = (column: (typeof columns)[number], { t, listName }: Context): string =>
  column === 'list' ? listName : t(`savedkeywords.${column}`)

/** Saved keywords as a file. Small counts stay text ("under 10"), and no cell is ever read as a formula. */
export async function downloadSaved(
  format: 'csv' | 'xlsx',
  lines: readonly SavedKeyword[],
  context: Context,
): Promise<void> {
  const head = columns.map((column) => nameColumn(column, context))
  const rows = lines.map((line) => cellsOf(line, context))
  const name = `${context.t('savedkeywords.file')}.${format}`
  if (format === 'csv') {
    // Excel reads UTF-8 only with its mark.
    const text = `\uFEFF${Papa.unparse([head, ...rows], { escapeFormulae: true })}`
    return save(new File([text], name, { type: 'text/csv' }))
  }
  const bold = head.map((value) => ({ value, type: String, fontWeight: 'bold' as const }))
  const cell = (value: string | number) =>
    typeof value === 'number' ? { value, type: Number } : { value, type: String }
  await writeExcelFile([bold, ...rows.map((row) => row.map(cell))], {
    sheet: context.t('savedkeywords.file'),
    columns: columns.map((column) => ({ width: column === 'keyword' || column === 'note' ? 28 : 14 })),
  }).toFile(name)
}

/** `2026-11-26` in the site's zone, in a form that sorts. */
const dayOf = (iso: string): string => new Date(iso).toLocaleDateString('sv-SE', { timeZone: siteZone })

function cellsOf(line: SavedKeyword, { figures }: Context): (string | number)[] {
  const shown = figures(line)
  const { last_figures: last } = line
  const number = (searches: ReturnType<typeof searchesOf>, text: string) =>
    searches && !searches.less_than ? searches.count : text
  return [
    line.keyword,
    number(searchesOf(last), shown.total),
    number(last.pc_searches, shown.pc),
    number(last.mobile_searches, shown.mobile),
    last.blog_count,
    last.web_count,
    shown.competition,
    shown.change,
    line.list,
    line.note,
    dayOf(line.created_at),
    dayOf(line.last_read_at),
  ]
}

function save(file: File): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  // The browser has started the download by the next task at the latest.
  setTimeout(() => URL.revokeObjectURL(link.href))
}
