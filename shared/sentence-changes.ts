import { diffArrays } from 'diff'

/**
 * A sentence and its replacement with the white space behind them, as Markdown. Both are the same when nothing changed;
 * '' stands for a sentence that was added or removed.
 */
export type SentenceChange = {
  before: string
  after: string
  /** In a table: the number of the table in the text, and a cell, a whole row, or what stands between the cells. */
  place?: { table: number; part: 'frame' | 'cell' | 'row'; row: number }
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' })
/** Below this share of common letter pairs, two sentences have nothing to do with each other. */
const likenessMin = 0.2
/** More pairs are not compared one by one, because that would block typing. */
const pairsMax = 40_000
const timeoutMs = 500

/** The changes from one text to the other, sentence by sentence, in their order. Joined, each side is its whole text. */
export function compareSentences(before: string, after: string): SentenceChange[] {
  const [earlier, later] = [splitSentences(before), splitSentences(after)]
  const parts = diffArrays(earlier, later, { comparator: isSame, timeout: timeoutMs })
  if (!parts) return [{ before, after }]
  const changes: SentenceChange[] = []
  let [removed, added]: [string[], string[]] = [[], []]
  let [at, to] = [0, 0]
  const close = () => {
    changes.push(...alignSentences(removed, added))
    ;[removed, added] = [[], []]
  }
  for (const part of parts) {
    if (!part.added && !part.removed) {
      close()
      for (let count = 0; count < part.count; count++)
        changes.push({ before: earlier[at++]!, after: later[to++]! })
    } else if (part.removed) removed.push(...earlier.slice(at, (at += part.count)))
    else added.push(...later.slice(to, (to += part.count)))
  }
  close()
  return changes
}

export const isChanged = ({ before, after }: SentenceChange): boolean => !isSame(before, after)

/** The last sentence of a text has no space behind it. That alone is no change. */
function isSame(one: string, other: string): boolean {
  const words = one.trimEnd()
  return one === other || (words === other.trimEnd() && (words === one || other.trimEnd() === other))
}

/**
 * The text with the changes at these positions, and the earlier sentences everywhere else, without white space at its
 * end.
 */
export function applyChanges(changes: SentenceChange[], taken: ReadonlySet<number>): string {
  const isWhole = changes.every((change, index) => taken.has(index) || !isChanged(change))
  if (isWhole)
    return changes
      .map(({ after }) => after)
      .join('')
      .trimEnd()
  let text = ''
  /** What stands in place of the last sentence on the other side. */
  let last: { other: string; isInTable: boolean } | null = null
  for (const [index, { before, after, place }] of changes.entries()) {
    const [sentence, other] = taken.has(index) ? [after, before] : [before, after]
    const isInTable = place !== undefined
    if (!sentence) {
      // Where the last sentence of a paragraph is left out, the paragraph still ends.
      if (!isInTable && /\n\s*$/.test(other) && /\S[^\S\n]*$/.test(text))
        text = text.trimEnd() + spaceAfter(other)
      continue
    }
    if (last && isInTable !== last.isInTable) text = `${text.trimEnd()}\n\n`
    else if (last && !isInTable) text += joint(text, last.other)
    text += sentence
    last = { other, isInTable }
  }
  return text.trimEnd()
}

export const spaceAfter = (sentence: string): string => /\s*$/.exec(sentence)![0]

/** The last sentence of a side has no space behind it, and here another one follows. */
function joint(text: string, other: string): string {
  if (/\s$|[。！？]$/.test(text)) return ''
  // Both sides may have none, as before the mark that ends bold words.
  return other ? spaceAfter(other) : ' '
}

/** The sign of a list, a quotation or a heading, without its words. */
const bareSign = /^\s*(?:[-*+>]|\d+[.)]|#{1,6})?\s*$/

/** Sentences with the white space behind them: joined they are the text again. */
export function splitSentences(text: string): string[] {
  const sentences: string[] = []
  for (const { segment } of segmenter.segment(text)) {
    const last = sentences.at(-1)
    const isPart =
      last !== undefined && (segment.trim() === '' || (bareSign.test(last) && !last.includes('\n')))
    if (isPart) sentences[sentences.length - 1] += segment
    else sentences.push(segment)
  }
  return sentences
}

/** Pairs the sentences that resemble each other most, without changing the order of either side. */
export function alignSentences(removed: string[], added: string[]): SentenceChange[] {
  if (removed.length * added.length > pairsMax) return [{ before: removed.join(''), after: added.join('') }]
  const [left, right] = [removed.map(letterPairs), added.map(letterPairs)]
  // best[i][j]: the most likeness that the sentences from i and j on can reach.
  const best = Array.from({ length: left.length + 1 }, () => new Float64Array(right.length + 1))
  const likeness = left.map((one) => right.map((other) => likenessOf(one, other)))
  for (let i = left.length - 1; i >= 0; i--)
    for (let j = right.length - 1; j >= 0; j--)
      best[i]![j] = Math.max(
        best[i + 1]![j]!,
        best[i]![j + 1]!,
        likeness[i]![j]! < likenessMin ? 0 : likeness[i]![j]! + best[i + 1]![j + 1]!,
      )
  const changes: SentenceChange[] = []
  let [i, j] = [0, 0]
  while (i < left.length || j < right.length) {
    const isInBoth = i < left.length && j < right.length
    const now = isInBoth ? likeness[i]![j]! : 0
    if (isInBoth && now >= likenessMin && best[i]![j] === now + best[i + 1]![j + 1]!)
      changes.push({ before: removed[i++]!, after: added[j++]! })
    else if (i < left.length && best[i]![j] === best[i + 1]![j])
      changes.push({ before: removed[i++]!, after: '' })
    else changes.push({ before: '', after: added[j++]! })
  }
  return changes
}

/** Pairs of neighboring letters, which compare Korean sentences too, whose words change their endings. */
function letterPairs(sentence: string): Set<string> {
  const letters = sentence.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase()
  const pairs = new Set<string>()
  for (let at = 0; at < letters.length - 1; at++) pairs.add(letters.slice(at, at + 2))
  return pairs
}

/** Dice's coefficient: 0 to 1. */
function likenessOf(one: Set<string>, other: Set<string>): number {
  if (one.size === 0 || other.size === 0) return 0
  let common = 0
  for (const pair of one) if (other.has(pair)) common++
  return (2 * common) / (one.size + other.size)
}
