const initials = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'
const syllables = { first: 0xac00, last: 0xd7a3, perInitial: 588 }

/**
 * Whether a text contains what was typed. The match ignores case and spaces.
 * In Hangul, initial consonants alone also match (`ㅈㄱㅅ` finds 자기소개서). The end of the typed text may be half a syllable.
 */
export function finds(typed: string, text: string): boolean {
  const [wanted, whole] = [typed, text].map((each) =>
    each.normalize('NFC').toLowerCase().replaceAll(/\s/gu, ''),
  )
  if (!wanted || !whole) return true
  return whole.includes(wanted) || initialsOf(whole).includes(wanted) || hasHalfSyllable(whole, wanted)
}

const isSyllable = (code: number) => code >= syllables.first && code <= syllables.last

/** Each syllable by its first consonant, everything else as it is (Unicode standard, section 3.12). */
function initialsOf(text: string): string {
  return [...text]
    .map((letter) => {
      const code = letter.codePointAt(0) ?? 0
      return isSyllable(code) ? initials[Math.floor((code - syllables.first) / syllables.perInitial)] : letter
    })
    .join('')
}

/** `자기솔` on the way from 자기소 to 자기소개: its last syllable holds the next one's initial consonant. */
function hasHalfSyllable(whole: string, wanted: string): boolean {
  const code = wanted.codePointAt(wanted.length - 1) ?? 0
  const final = isSyllable(code) ? (code - syllables.first) % 28 : 0
  return final > 0 && whole.includes(wanted.slice(0, -1) + String.fromCodePoint(code - final))
}
