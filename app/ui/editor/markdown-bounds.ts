// What Markdown may hold to be parsed: the parser's time grows with the square of some things, and everybody else waits meanwhile.

/** In a paragraph or an item of a list. */
const delimitersMax = 1_500
/** Of one delimiter in a row. */
const runMax = 60
/** Of quotes and lists in each other. */
const depthMax = 20
const indentMax = 120
/** Quotes that begin in the middle of a paragraph: each is read from its start again. */
const quotesMax = 100

/** Whether a text can be parsed in a time that grows with its length alone. What nobody writes by hand cannot. */
export function isParsable(markdown: string): boolean {
  let delimiters = 0
  let quotes = 0
  let wasQuote = true
  for (const line of markdown.split('\n')) {
    const { depth, indent } = markersOf(line)
    if (depth > depthMax || indent > indentMax || longestRun(line) > runMax) return false
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

const isDelimiter = (sign: string): boolean => '*_~`[]!<('.includes(sign)

function countDelimiters(line: string): number {
  let count = 0
  for (const sign of line) if (isDelimiter(sign)) count++
  return count
}

function longestRun(line: string): number {
  let longest = 0
  let run = 0
  let before = ''
  for (const sign of line) {
    run = sign === before ? run + 1 : 1
    if (isDelimiter(sign)) longest = Math.max(longest, run)
    before = sign
  }
  return longest
}
