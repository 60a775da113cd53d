/** Characters as people count them: Hangul per syllable however it was composed, an emoji of one code point as one. */
export function countCharacters(text: string): number {
  return [...text.normalize('NFC')].length
}

/** Joins all texts of a form at any depth, one per line. */
export function joinTexts(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return ''
  return Object.values(value).map(joinTexts).filter(Boolean).join('\n')
}

/** The rule that a required text of limited length breaks, as the key of the field's message; null for a valid one. */
export function findTextProblem(text: string, limit: number): 'required' | 'too_long' | null {
  const length = countCharacters(text.trim())
  if (length === 0) return 'required'
  return length > limit ? 'too_long' : null
}
