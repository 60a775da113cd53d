/** Characters as people count them: Hangul per syllable however it was composed, an emoji of one code point as one. */
export function countCharacters(text: string): number {
  return [...text.normalize('NFC')].length
}

/** Every text in a form, however deep, one a line. */
export function joinTexts(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return ''
  return Object.values(value).map(joinTexts).filter(Boolean).join('\n')
}

/** What is wrong with a text that must be there and have at most so many characters, as the field's words are keyed; null for a good one. */
export function findTextProblem(text: string, limit: number): 'required' | 'too_long' | null {
  const length = countCharacters(text.trim())
  if (length === 0) return 'required'
  return length > limit ? 'too_long' : null
}
