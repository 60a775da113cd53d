import type { RawRelation } from './schema-facts.ts'

export type ViewColumn = { table: string; tableColumn: number; viewColumn: string }

/**
 * The columns of a view that are plain columns of a table, so that foreign keys work through views. As in PostgREST,
 * they are read from the stored query tree (pg_rewrite.ev_action), whose target entries name their origin.
 */
export function readViewColumns(view: RawRelation, relations: RawRelation[], depth = 0): ViewColumn[] {
  if (view.rule === null || depth > 5) return []
  return targetEntries(view.rule).flatMap((entry): ViewColumn[] => {
    const match = /:resno (\d+) .*:resorigtbl (\d+) :resorigcol (\d+) :resjunk false/s.exec(entry)
    const viewColumn = view.columns.find(({ number }) => number === Number(match?.[1]))?.name
    if (!match || !viewColumn || match[2] === '0') return []
    const origin = { table: match[2] as string, tableColumn: Number(match[3]) }
    const inner = relations.find(({ oid }) => oid === origin.table)
    if (!inner?.rule) return [{ ...origin, viewColumn }]
    const name = inner.columns.find(({ number }) => number === origin.tableColumn)?.name
    return readViewColumns(inner, relations, depth + 1)
      .filter((column) => column.viewColumn === name)
      .map((column) => ({ ...column, viewColumn }))
  })
}

/**
 * The target entries of the outermost query: `({QUERY ... {TARGETENTRY ...} ...})`, so at the second level of braces.
 */
function targetEntries(tree: string): string[] {
  const entries: string[] = []
  let depth = 0
  let start = -1
  for (let i = 0; i < tree.length; i++) {
    const sign = tree[i]
    if (sign === '\\') i++
    else if (sign === '{') {
      depth++
      if (depth === 2 && tree.startsWith('{TARGETENTRY', i)) start = i
    } else if (sign === '}') {
      if (depth === 2 && start >= 0) {
        entries.push(tree.slice(start, i))
        start = -1
      }
      depth--
    }
  }
  return entries
}
