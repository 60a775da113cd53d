// A check of spelling may change spelling, spacing, particles and grammar. Code keeps a model to it: it drops the
// changes of each sentence that says something else afterwards.
import { diffArrays } from 'diff'
import { compareSentences, isChanged, type SentenceChange } from '#shared/sentence-changes.ts'

/** Above this share of other words, a sentence was rewritten. */
const otherWordsMax = 1 / 3
/** Below this share of common pairs of letters, a word is another word and not a corrected one. */
const likenessMin = 0.5

/**
 * @param before a passage of Markdown
 * @param after the model's answer
 * @returns the passage with the corrections that are only corrections, and its own white space at both ends
 */
export function keepSpelling(before: string, after: string): string {
  const passage = before.trim()
  if (passage === '') return before
  const corrected = compareSentences(passage, after.trim()).map((change) =>
    isChanged(change) && isCorrection(change)
      ? change.after.trimEnd() + change.before.slice(change.before.trimEnd().length)
      : change.before,
  )
  const start = before.indexOf(passage)
  return before.slice(0, start) + corrected.join('') + before.slice(start + passage.length)
}

/** A sentence is neither added nor left out, keeps its addresses and marks, and at most a third of its words are others. */
function isCorrection({ before, after }: SentenceChange): boolean {
  if (before.trim() === '' || after.trim() === '' || signsOf(before) !== signsOf(after)) return false
  return shareOfOtherWords(before, after) <= otherWordsMax
}

/** Targets of links and pictures, marks, and the signs of headings and tables. */
const signsOf = (markdown: string): string =>
  (markdown.match(/\]\([^)]*\)|\*\*|~~|`|\||^#{1,6} /gm) ?? []).join(' ')

/** Words that were replaced by others; a word that is split, joined or spelled otherwise is none. 0 to 1 and more. */
export function shareOfOtherWords(before: string, after: string): number {
  const [earlier, later] = [wordsOf(before), wordsOf(after)]
  let [removed, added]: [string[], string[]] = [[], []]
  let others = 0
  const close = () => {
    if (likenessOf(removed.join(''), added.join('')) < likenessMin)
      others += Math.max(removed.length, added.length)
    ;[removed, added] = [[], []]
  }
  for (const part of diffArrays(earlier, later)) {
    if (part.removed) removed = part.value
    else if (part.added) added = part.value
    else close()
  }
  close()
  return others / Math.max(1, earlier.length)
}

/** Words without signs. Syllables are decomposed: a corrected one has most of its letters still. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

/** Dice's coefficient of the pairs of neighboring letters; 1 for nothing in place of nothing. */
function likenessOf(one: string, other: string): number {
  const [left, right] = [pairsOf(one), pairsOf(other)]
  if (left.size + right.size === 0) return 1
  const common = [...left].filter((pair) => right.has(pair)).length
  return (2 * common) / (left.size + right.size)
}

function pairsOf(word: string): Set<string> {
  const letters = [' ', ...word, ' ']
  return new Set(word === '' ? [] : letters.slice(1).map((letter, at) => letters[at]! + letter))
}
