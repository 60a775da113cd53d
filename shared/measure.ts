// Measures text in the units of application forms.

export const textUnits = ['characters', 'characters_without_spaces', 'bytes_euc_kr', 'bytes_utf8'] as const
export type TextUnit = (typeof textUnits)[number]

/**
 * The length of a text in a unit. Hangul counts per syllable however it was composed; a line break is one character.
 * EUC-KR: one byte for ASCII, two for everything else, as Korean application forms count (also characters that EUC-KR
 * cannot encode).
 * UTF-8: three bytes for a syllable of Hangul.
 */
export function measureText(text: string, unit: TextUnit): number {
  return charactersOf(text).reduce((sum, character) => sum + sizeOf[unit](character), 0)
}

const charactersOf = (text: string): string[] => [...text.normalize('NFC').replace(/\r\n?/g, '\n')]

const sizeOf: Record<TextUnit, (character: string) => number> = {
  characters: () => 1,
  characters_without_spaces: (character) => (/\s/.test(character) ? 0 : 1),
  bytes_euc_kr: (character) => (character <= '\x7f' ? 1 : 2),
  bytes_utf8: (character) => utf8Bytes(character.codePointAt(0)!),
}

const utf8Bytes = (code: number): number => (code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_00_00 ? 3 : 4)

/**
 * The number of characters of ordinary prose within a limit; `isDense` for scripts with a syllable or a word in each
 * character.
 */
export function charactersWithin(limit: number, unit: TextUnit, isDense: boolean): number {
  const perCharacter = {
    characters: 1,
    characters_without_spaces: isDense ? 0.78 : 0.83,
    // Spaces and punctuation are single bytes in dense scripts too.
    bytes_euc_kr: isDense ? 1.75 : 1,
    bytes_utf8: isDense ? 2.5 : 1,
  }[unit]
  return Math.floor(limit / perCharacter)
}

/** Cuts the text after the last sentence that fits, or in the first sentence when that is too long. */
export function cutToFit(text: string, limit: number, unit: TextUnit): string {
  const sentences = text.match(/[^.!?。！？।؟\n]+[.!?。！？।؟]*[”"’)]*\s*/gu) ?? []
  let kept = ''
  for (const sentence of sentences) {
    if (measureText((kept + sentence).trim(), unit) > limit) break
    kept += sentence
  }
  if (kept.trim()) return kept.trim()
  let room = limit
  const characters = charactersOf(text)
  const end = characters.findIndex((character) => (room -= sizeOf[unit](character)) < 0)
  return characters
    .slice(0, end < 0 ? characters.length : end)
    .join('')
    .trim()
}
