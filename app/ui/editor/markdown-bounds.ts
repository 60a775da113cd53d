// Limits for Markdown that may be parsed. The parser's time is quadratic for some constructs, and blocks all other
// requests meanwhile.

/** In a paragraph or an item of a list. */
const delimitersMax = 1_500
/** More of one delimiter in a row than anybody types. */
const longRun = /([*_~`[\]!<(])\1{60}/
/** Of quotes and lists in each other. */
const depthMax = 20
const indentMax = 120
/** Quotes that begin in the middle of a paragraph: each is read from its start again. */
const quotesMax = 100
/** Characters that e-mail addresses hold, times the places in their row from which the parser looks for an address. */
const mailReadsMax = 250_000
/** Marks of a web address: the parser takes those at its end away one by one. */
const addressMarksMax = 500
/** Cells that rows of a table leave out: the parser adds each of them. */
const missingCellsMax = 10_000

/** Whether parsing takes a time linear in the text's length. Texts written by hand always do. */
export function isParsable(markdown: string): boolean {
  let delimiters = 0
  let quotes = 0
  let wasQuote = true
  const table = { columns: 0, missing: 0 }
  for (const line of markdown.split(/\r\n|\r|\n/)) {
    const { depth, indent } = markersOf(line)
    if (depth > depthMax || indent > indentMax || longRun.test(line)) return false
    if (holdsLongAddress(line)) return false
    countMissingCells(table, line)
    if (table.missing > missingCellsMax) return false
    const isQuote = /^\s*>/.test(line)
    const isBlank = line.trim() === ''
    // A delimiter belongs to nothing beyond its paragraph, its item or its row.
    const isOwnBlock = isBlank || /^\s*(?:[-*+] |\d+[.)] |#|\|)/.test(line)
    delimiters = (isOwnBlock ? 0 : delimiters) + countDelimiters(line)
    quotes = isBlank ? 0 : quotes + (isQuote && !wasQuote ? 1 : 0)
    wasQuote = isQuote || isBlank
    if (delimiters > delimitersMax || quotes > quotesMax) return false
  }
  return true
}

/** Quotes and list items that begin on a line, and how far it is indented. */
function markersOf(line: string): { depth: number; indent: number } {
  let depth = 0
  let indent = 0
  for (const sign of line) {
    if (sign === ' ' || sign === '\t') indent++
    else if ('>-*+'.includes(sign)) depth++
    else if (!/[\d.)]/.test(sign)) break
  }
  // A rule is a line of such signs too, and opens nothing.
  return { depth: /^\s*([-*_])(?:\s*\1){2,60}\s*$/.test(line) ? 0 : depth, indent }
}

const countDelimiters = (line: string): number => line.match(/[*_~`[\]!<(]/g)?.length ?? 0

/** Whether an e-mail or web address on a line takes long. Matches follow each other, so that no character is read twice. */
function holdsLongAddress(line: string): boolean {
  for (const [name] of line.matchAll(/[\w.!#$%&'*+/=?`{|}~-]+@?/g)) {
    // Before an @ the parser begins at each character, otherwise only where a mark or a web address might begin.
    const begins = name.endsWith('@') ? name.length : (name.match(/https?|ftp|[!*~`]|\b_/gi)?.length ?? 0)
    if (name.length * begins > mailReadsMax) return true
  }
  for (const [address] of line.matchAll(/(?:(?:https?|ftp):\/\/|www\.)[^\s<]*/gi))
    if (address.replaceAll(/[^?!.,:;*_'"~()&]/g, '').length > addressMarksMax) return true
  return false
}

/** Adds the cells that a row omits. A table ends with a blank line; a second row of dashes in it is an ordinary row. */
function countMissingCells(table: { columns: number; missing: number }, line: string): void {
  if (/^ *$/.test(line)) table.columns = 0
  const cells = line.split('|').length
  table.missing += Math.max(0, table.columns - cells)
  if (/^[\s>|:-]*-[\s>|:-]*$/.test(line)) table.columns = Math.max(table.columns, cells)
}
