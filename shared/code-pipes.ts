// Pipes within code in a table's row. GFM (“Tables (extension)”) wants `\|` for a pipe of a cell, also within code.

/** An escaped sign, code, and delimiters of code that nothing closes. */
const piece = /\\.|(`+)(?!`).*?(?<!`)\1(?!`)|`+/g

/** Models leave pipes within code unescaped. The editor's parser reads them as if they were, so every reader does. */
export const escapeCodePipes = (row: string): string =>
  row.replace(piece, (found) => (found.startsWith('`') ? found.replace(/\\?\|/g, '\\|') : found))
