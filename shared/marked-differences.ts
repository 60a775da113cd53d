// What an offer changes in the passage that it is for, as changes to take or leave one by one: sentences, the cells and
// rows of tables, or the pairs of a translation.
import { compareSentences, isChanged, spaceAfter, type SentenceChange } from './sentence-changes.ts'
import { pairSentences } from './sentence-pairs.ts'
import { compareTables, splitAtTables } from './table-changes.ts'

/** `rewrite`: other words. `correction`: nothing is left out. `translation`: other words in another language. */
export type OfferKind = 'rewrite' | 'correction' | 'translation'

/**
 * @param isPartial whether the offer ended early: what it has not reached stays
 * @returns null where marks say nothing: no sentence is like one of the passage, or the tables are others
 */
export function findDifferences(
  before: string,
  after: string,
  { kind = 'rewrite', isPartial = false }: { kind?: OfferKind; isPartial?: boolean } = {},
): SentenceChange[] | null {
  const found = compareStretches(before, after, kind)
  if (!found) return null
  // A check of spelling leaves nothing out.
  const reached =
    kind === 'correction'
      ? 0
      : isPartial
        ? found.findLastIndex(({ after: offered }) => offered !== '') + 1
        : found.length
  const isUnreached = (change: SentenceChange | undefined, index: number) =>
    change !== undefined && index >= reached && change.before !== '' && change.after === ''
  const changes = found.map((change, index) => {
    if (isUnreached(change, index)) return { ...change, after: change.before }
    // The last sentence of the offer has no space behind it, and here the text goes on.
    return change.after !== '' && isUnreached(found[index + 1], index + 1)
      ? { ...change, after: change.after.trimEnd() + spaceAfter(change.before) }
      : change
  })
  const hasLikeness = changes.some(
    (change) => change.place?.part !== 'frame' && change.before !== '' && change.after !== '',
  )
  return hasLikeness && changes.some(isChanged) ? closeMarks(changes) : null
}

function compareStretches(before: string, after: string, kind: OfferKind): SentenceChange[] | null {
  const compareProse = kind === 'translation' ? pairSentences : compareSentences
  const [earlier, later] = [splitAtTables(before), splitAtTables(after)]
  const isShort = kind === 'correction' && later.length < earlier.length
  if (earlier.length !== later.length && !isShort) return null
  const changes: SentenceChange[] = []
  for (const [index, stretch] of earlier.entries()) {
    // A check that was stopped has not reached the rest, and perhaps only a part of its last table.
    const other = later[index] ?? stretch
    if (stretch.kind === 'prose' && other.kind === 'prose')
      changes.push(...(stretch.text || other.text ? compareProse(stretch.text, other.text) : []))
    else if (stretch.kind === 'table' && other.kind === 'table') {
      const number = (index - 1) / 2
      const unchanged = () => (kind === 'correction' ? compareTables(stretch, stretch, number) : null)
      const cells = compareTables(stretch, other, number) ?? unchanged()
      if (!cells) return null
      changes.push(...cells)
    }
  }
  return changes
}

/** Bold words, a link or the description of an image that go on in the next sentence: half of them would lose its end. */
function closeMarks(changes: SentenceChange[]): SentenceChange[] {
  const closed: SentenceChange[] = []
  for (const change of changes) {
    const last = closed.at(-1)
    const isOpen = last && !last.place && !change.place && [last.before, last.after].some(hasOpenMark)
    if (isOpen)
      closed[closed.length - 1] = { before: last.before + change.before, after: last.after + change.after }
    else closed.push(change)
  }
  return closed
}

const hasOpenMark = (markdown: string): boolean =>
  (markdown.match(/\*\*/g)?.length ?? 0) % 2 === 1 || /\[[^\][]*$|\]\([^)]*$/.test(markdown)
