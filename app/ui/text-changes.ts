import { diffArrays } from 'diff'

export type TextChange = { kind: 'same' | 'added' | 'removed'; text: string }

// Splits by words, with a placeholder as one. The library's own words do not support Hangul: it would compare
// syllables.
const token = /##[^#\n]+##[ \t]*|[\p{L}\p{M}\p{N}_]+[ \t]*|\S[ \t]*|\n+|\s/gu
/** A word is unchanged when only the space after it was removed. */
const isSameWord = (a: string, b: string): boolean => a === b || (a.trim() !== '' && a.trim() === b.trim())
const timeoutMs = 1_000

/** The changes from one text to the other, word by word. Texts that differ too much are replaced as a whole. */
export function compareTexts(before: string, after: string): TextChange[] {
  const changes = diffArrays(before.match(token) ?? [], after.match(token) ?? [], {
    comparator: isSameWord,
    timeout: timeoutMs,
  })
  if (!changes)
    return [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ]
  return changes.map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value.join(''),
  }))
}
