// Selects the passages of a long page that are about a question.

/**
 * The paragraphs that share most words with a question, in their order, up to `charactersMax`; all when they fit.
 * @param terms the question in words, in any language
 */
export function passagesAbout(text: string, terms: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text
  const words = stemsOf(terms)
  const passages = text
    .split(/\n+/)
    .flatMap((paragraph) => paragraph.match(/[\s\S]{1,600}(?:(?<=[.!?。！？])\s|$)|[\s\S]{1,600}/g) ?? [])
    .map((passage, place) => ({ passage: passage.trim(), place, score: scoreOf(passage, words) }))
    .filter(({ passage }) => passage !== '')
  let room = charactersMax
  const chosen = passages
    .toSorted((a, b) => b.score - a.score || a.place - b.place)
    .filter(({ passage }) => {
      if (passage.length > room) return false
      room -= passage.length + 1
      return true
    })
  return chosen
    .toSorted((a, b) => a.place - b.place)
    .map(({ passage }) => passage)
    .join('\n')
}

/** Words of a question without their endings: Korean particles and plurals differ, beginnings do not. */
const stemsOf = (terms: string): string[] => [
  ...new Set(
    (terms.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? []).map((word) =>
      /^[a-z0-9]+$/.test(word) ? word.slice(0, 6) : word.slice(0, 2),
    ),
  ),
]

/** Counts matching words, and a little for figures, which research is for. */
function scoreOf(passage: string, words: string[]): number {
  const lower = passage.toLowerCase()
  return words.filter((word) => lower.includes(word)).length + (/\d/.test(passage) ? 0.5 : 0)
}
