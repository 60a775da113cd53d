// What an offer changes in the passage that it is for, as changes to take or leave one by one: sentences, the cells and
// rows of tables, or the pairs of a translation.
import { compareSentences, isChanged, type SentenceChange } from './sentence-changes.ts'
import { pairSentences } from './sentence-pairs.ts'
import { compareTables, splitAtTables } from './table-changes.ts'

/** `rewrite`: other words. `correction`: nothing is left out. `translation`: other words in another language. */
export type OfferKind = 'rewrite' | 'correction' | 'translation'

/** @returns null where marks say nothing: no sentence is like one of the passage, or the tables are others */
export function findDifferences(
  before: string,
  after: string,
  kind: OfferKind = 'rewrite',
): SentenceChange[] | null {
  const found = compareStretches(before, after, kind === 'translation' ? pairSentences : compareSentences)
  if (!found) return null
  // A check of spelling that was stopped has not reached the sentences that are missing.
  const changes =
    kind === 'correction'
      ? found.map((change) => (change.after === '' ? { ...change, after: change.before } : change))
      : found
  const hasLikeness = changes.some(
    (change) => change.place?.part !== 'frame' && change.before !== '' && change.after !== '',
  )
  return hasLikeness && changes.some(isChanged) ? closeMarks(changes) : null
}

function compareStretches(
  before: string,
  after: string,
  compareProse: (before: string, after: string) => SentenceChange[],
): SentenceChange[] | null {
  const [earlier, later] = [splitAtTables(before), splitAtTables(after)]
  if (earlier.length !== later.length) return null
  const changes: SentenceChange[] = []
  for (const [index, stretch] of earlier.entries()) {
    const other = later[index]!
    if (stretch.kind === 'prose' && other.kind === 'prose')
      changes.push(...(stretch.text || other.text ? compareProse(stretch.text, other.text) : []))
    else if (stretch.kind === 'table' && other.kind === 'table') {
      const cells = compareTables(stretch, other, (index - 1) / 2)
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
