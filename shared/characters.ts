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
