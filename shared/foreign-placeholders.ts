// Placeholders in the syntaxes of other prompt libraries, so that a pasted prompt can be converted to ours.
import { listPlaceholders, parsePromptVariables } from './prompt-variables.ts'

/** `written` is the original in the text, for example `${City:Seoul}`; `variable` is our form: `##City=Seoul##`. */
export type ForeignPlaceholder = { written: string; variable: string }

// The first alternatives are never changed: fenced code and our own placeholders. Then follow ${x}, ${x:default},
// {{x}}, {x}, [x]; not the text of a Markdown link, a footnote or an index.
const pattern =
  /```[\s\S]*?(?:```|$)|##[^#\n]+##|\$\{([^{}\n]{1,120})\}|\{\{([^{}\n]{1,60})\}\}|(?<![{$\w])\{([^{}\n]{1,60})\}(?!\})|(?<![\w\]!])\[([^[\]\n]{1,60})\](?![([:])/g

/** Words and their connectors. Code and citations have other signs, checkboxes a single letter. */
const namePattern = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} _/·&'’,()-]{0,38}[\p{L}\p{M}\p{N})])?$/u

/**
 * The convertible placeholders, each once, in order. It is a suggestion, because only the author knows whether `{x}` is
 * a placeholder.
 */
export function findForeignPlaceholders(text: string): ForeignPlaceholder[] {
  const found = new Map<string, ForeignPlaceholder>()
  for (const match of text.matchAll(pattern)) {
    const variable = variableOf(match)
    if (variable) found.set(match[0], { written: match[0], variable })
  }
  return [...found.values()]
}

/** The text with every other library's placeholder in our form. */
export function convertPlaceholders(text: string): string {
  return text.replaceAll(pattern, (...match) => variableOf(match as unknown as RegExpMatchArray) ?? match[0])
}

function variableOf(match: ArrayLike<string | undefined>): string | null {
  const dollar = match[1]
  const body = dollar ?? match[2] ?? match[3] ?? match[4]
  if (body === undefined) return null
  const colon = dollar?.indexOf(':') ?? -1
  const name = (colon < 0 ? body : body.slice(0, colon)).replaceAll('_', ' ').trim()
  const defaultValue = colon < 0 ? '' : body.slice(colon + 1).trim()
  if (!namePattern.test(name) || /^\d+$/.test(name) || (match[4] !== undefined && /^[a-z]$/i.test(name)))
    return null
  const variable = defaultValue ? `##${name}=${defaultValue}##` : `##${name}##`
  // A default with a hash would end the placeholder early.
  const isOurs = parsePromptVariables(listPlaceholders(variable)).length === 1
  return isOurs && !defaultValue.includes('#') ? variable : null
}
