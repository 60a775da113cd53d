// The sentences of a text and of its translation, which have no letters in common: paired by their order, their lengths
// and the ends of paragraphs.
import { splitSentences, type SentenceChange } from './sentence-changes.ts'

/** More pairs would block typing. */
const pairsMax = 40_000
/** One translated sentence, two for one, one for two, and a sentence without a counterpart; with what each costs. */
const steps = [
  { from: 1, to: 1, cost: 0 },
  { from: 1, to: 2, cost: 1.5 },
  { from: 2, to: 1, cost: 1.5 },
  { from: 1, to: 0, cost: 5 },
  { from: 0, to: 1, cost: 5 },
] as const
/** A paragraph of one text ends where none of the other does. */
const brokenParagraphCost = 4

/** The pairs of sentences in their order. Joined, each side is its whole text. */
export function pairSentences(before: string, after: string): SentenceChange[] {
  const [earlier, later] = [splitSentences(before), splitSentences(after)]
  if (earlier.length * later.length > pairsMax) return [{ before, after }]
  const growth = Math.max(1, lengthOf(after)) / Math.max(1, lengthOf(before))
  const [lengthBefore, lengthAfter] = [sumsOf(earlier, lengthOf), sumsOf(later, lengthOf)]
  const [endsBefore, endsAfter] = [sumsOf(earlier, endOf), sumsOf(later, endOf)]
  /** Of the sentences [i0, i) for [j0, j). */
  const costOf = (i0: number, i: number, j0: number, j: number): number => {
    const expected = (lengthBefore[i]! - lengthBefore[i0]!) * growth
    const found = lengthAfter[j]! - lengthAfter[j0]!
    const isPair = i > i0 && j > j0
    const isBroken = isPair && endsBefore[i]! - endsBefore[i0]! !== endsAfter[j]! - endsAfter[j0]!
    return (expected - found) ** 2 / (expected + found + 1) / 4 + (isBroken ? brokenParagraphCost : 0)
  }
  // least[i][j]: what the sentences before i and j cost at least, and the step that led there.
  const least = Array.from({ length: earlier.length + 1 }, () =>
    new Float64Array(later.length + 1).fill(Infinity),
  )
  const chosen = Array.from({ length: earlier.length + 1 }, () => new Int8Array(later.length + 1))
  least[0]![0] = 0
  for (let i = 0; i <= earlier.length; i++)
    for (let j = 0; j <= later.length; j++)
      for (const [index, { from, to, cost }] of steps.entries()) {
        if (from > i || to > j) continue
        const known = least[i - from]![j - to]!
        const sum = known + cost + costOf(i - from, i, j - to, j)
        if (sum >= least[i]![j]!) continue
        least[i]![j] = sum
        chosen[i]![j] = index
      }
  const pairs: SentenceChange[] = []
  for (let [i, j] = [earlier.length, later.length]; i > 0 || j > 0;) {
    const { from, to } = steps[chosen[i]![j]!]!
    pairs.unshift({ before: earlier.slice(i - from, i).join(''), after: later.slice(j - to, j).join('') })
    ;[i, j] = [i - from, j - to]
  }
  return pairs
}

/** Letters and digits; ideographs say more than letters do. */
const lengthOf = (text: string): number =>
  Array.from(text.matchAll(/[\p{L}\p{N}]/gu)).reduce(
    (sum, [letter]) => sum + (/\p{Script=Han}/u.test(letter) ? 2 : 1),
    0,
  )

const endOf = (sentence: string): number => (/\n\s*$/.test(sentence) ? 1 : 0)

/** What the first 0, 1, 2 … sentences have together. */
function sumsOf(sentences: string[], valueOf: (sentence: string) => number): number[] {
  const sums = [0]
  for (const sentence of sentences) sums.push(sums.at(-1)! + valueOf(sentence))
  return sums
}
