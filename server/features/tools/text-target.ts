// The requested length of a text, in words for a model and as bounds for our own count, because models cannot count.
import type { Section } from '#shared/outline.ts'
import type { TargetLength, TextLength } from '#shared/text-length.ts'

/** The tolerated deviation from the requested length before the text is edited. */
export const lengthTolerance = 0.1

export const describeLength = ({ count, unit }: TextLength): string =>
  unit === 'words'
    ? `${count} words`
    : `${count} characters, ${unit === 'characters' ? 'spaces included' : 'spaces not counted'}`

/**
 * Counts as measureLength() does, and says so once. A length that nobody ordered is named only where sections share it:
 * drafts with one were up to half as long as a chat's answer, and lost for it.
 */
export const lengthTask = (length: TargetLength, { isPlanned }: { isPlanned: boolean }): string[] => {
  if (length.isOrdered)
    return [
      `Length: ${describeLength(length)}, within ${lengthTolerance * 100} percent. Headings, tables and lists count; Markdown signs and the title do not. If a section is short, add what the reader still wants to know, never repetition.`,
    ]
  return isPlanned ? [`Length: about ${describeLength(length)}, as the subject needs.`] : []
}

/** For a text without sections, which models pad. */
export const shortLengthTask = (length: TextLength): string =>
  `Length: about ${describeLength(length)}, within ${lengthTolerance * 100} percent, rather a little less than more, without padding.`

/** The length of each section, by its share of the plan; equal when a plan has none. */
export function sectionLengths(
  outline: Section[],
  shares: number[] | null,
  { count, unit }: TextLength,
): string[] {
  const known =
    shares?.length === outline.length && shares.some((share) => share > 0) ? shares : outline.map(() => 1)
  const sum = known.reduce((total, share) => total + share, 0)
  const step = unit === 'words' ? 10 : 50
  return known.map((share) => {
    const length = Math.max(step, Math.round((count * share) / sum / step) * step)
    return `about ${length} ${unit === 'words' ? 'words' : 'characters'}`
  })
}
