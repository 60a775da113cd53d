// The cells of a table's row in Markdown. A cell holds a pipe as `\|`, also within code (GFM, “Tables (extension)”).

/** An escaped sign, code, and delimiters of code that nothing closes. */
const piece = /\\[^]|(?<tick>`+)(?!`)(?<code>[^\n]*?)(?<!`)\k<tick>(?!`)|`+/g

/** Models leave pipes within code unescaped. The editor's parser reads them as if they were, so every reader does. */
export const escapeCodePipes = (row: string): string =>
  row.replace(piece, (found: string, tick?: string, code?: string) =>
    tick && code ? `${tick}${code.replace(/\\?\|/g, String.raw`\|`)}${tick}` : found,
  )

/** The Markdown of each cell of a row, trimmed: as many as there are between the pipes. */
export const cellsOf = (row: string): string[] =>
  escapeCodePipes(row)
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())
