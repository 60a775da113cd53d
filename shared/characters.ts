/** Characters as people count them: Hangul per syllable however it was composed, an emoji of one code point as one. */
export function countCharacters(text: string): number {
  return [...text.normalize('NFC')].length
}
