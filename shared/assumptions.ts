// Assumptions: passages of a text that tell about its sender what the order does not say. The member confirms or changes
// them. Advice: what the member should know before the text is sent.

/** The maximum that a model lists. */
export const assumptionsMax = 6
export const assumptionMaxLength = 500
/** The maximum of pieces of advice on a text. */
export const adviceMax = 2
export const adviceMaxLength = 300
/** The maximum that a text keeps, of several runs. */
const assumptionsKept = 20

/** A rewritten text keeps the older ones too: they are open again when an earlier version is restored. */
export const joinAssumptions = (newer: readonly string[], older: readonly string[]): string[] =>
  [...new Set([...newer, ...older])].slice(0, assumptionsKept)

/** Signs of Markdown and spaces, which an editor changes. */
const ignored = /[\\*_~`\s]/g
/** As an editor writes them. */
const entities = { '&amp;': '&', '&lt;': '<', '&gt;': '>' } as const

/** As Markdown and as plain text have it alike. */
const comparable = (text: string): string =>
  text.replace(/&(?:amp|lt|gt);/g, (entity) => entities[entity as keyof typeof entities]).replace(ignored, '')

/**
 * The passages that a text still has: a changed one has been looked at.
 * @param text Markdown or plain text
 */
export function openAssumptions(assumed: readonly string[], text: string): string[] {
  if (assumed.length === 0) return []
  const compared = comparable(text)
  return [...new Set(assumed)].filter((passage) => compared.includes(comparable(passage)))
}

/** Where a line of plain text has a passage, in UTF-16 units; null where it has not. */
export function findPassage(line: string, passage: string): { start: number; end: number } | null {
  const places = [...line.matchAll(/[^\\*_~`\s]/g)].map(({ index }) => index)
  const wanted = comparable(passage)
  const found = places
    .map((place) => line[place])
    .join('')
    .indexOf(wanted)
  if (found < 0 || wanted === '') return null
  return { start: places[found]!, end: places[found + wanted.length - 1]! + 1 }
}
