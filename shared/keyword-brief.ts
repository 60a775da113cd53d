// A brief: what the first results of a search cover, and what they leave open. Its conclusions are counted from the
// pages' headings and words; no model takes part.
import type { ErrorCode } from './errors.ts'
import { totalSearches, type KeywordContent, type KeywordMetrics, type Searches } from './keywords.ts'
import { bare, speaksOf, termsOf, wordsBeyond } from './keyword-terms.ts'

export const briefPagesMax = 10

/** `date`: of the search, or as the page says. */
export type BriefPage = Pick<KeywordContent, 'title' | 'link' | 'source' | 'date'> & {
  /** Null when the page was not read; then `problem` has the reason. */
  outline: {
    /** Counted to the reader's limit (`sourceCharactersMax`). */
    characters: number
    words: number
    headings: string[]
    pictures: number
    /** The related keywords that its text speaks of. */
    answers: string[]
  } | null
  problem: ErrorCode | null
}

export type KeywordBrief = {
  keyword: string
  is_sample: boolean
  /** UTC. */
  read_at: string
  pages: BriefPage[]
}

/** `pages`: how many of the read pages speak of it. */
type BriefTopic = { heading: string; pages: number }
/** `searches` is null for a question that is a page's heading. */
type BriefQuestion = { question: string; pages: number; searches: Searches | null }
/** Words for a title beyond the keyword, and the keywords that they complete. */
export type BriefTitle = { parts: string[]; keywords: { keyword: string; searches: Searches | null }[] }

export type BriefSummary = {
  readCount: number
  medianCharacters: number
  medianWords: number
  medianPictures: number
  /** Of the read pages that have a date; null when none has. */
  medianDate: string | null
  datedCount: number
  topics: BriefTopic[]
  questions: BriefQuestion[]
  titles: BriefTitle[]
}

const topicsMax = 8
const questionsMax = 8
/** Longer headings are sentences, or somebody's orders to a model: no topic and no question is named by them. */
const headingCharactersMax = 60
/** A question that more pages answer is not open. */
const fewShare = 0.2

/** @param report the keyword's report: its related keywords have the searches */
export function summarizeBrief(
  { keyword, pages }: Pick<KeywordBrief, 'keyword' | 'pages'>,
  report: { metrics: KeywordMetrics | null; related: readonly KeywordMetrics[] },
): BriefSummary {
  const read = pages.flatMap(({ outline }) =>
    outline
      ? [
          {
            ...outline,
            headings: outline.headings.filter((text) => Array.from(text).length <= headingCharactersMax),
          },
        ]
      : [],
  )
  const dates = pages.flatMap(({ outline, date }) => (outline && date ? [date] : [])).toSorted()
  const related = report.related
    .filter((row) => bare(row.keyword) !== bare(keyword))
    .toSorted((a, b) => totalSearches(b).count - totalSearches(a).count)
  return {
    readCount: read.length,
    medianCharacters: roundToTens(median(read.map(({ characters }) => characters))),
    medianWords: roundToTens(median(read.map(({ words }) => words))),
    medianPictures: Math.round(median(read.map(({ pictures }) => pictures))),
    // Of two in the middle the later one.
    medianDate: dates[dates.length >> 1] ?? null,
    datedCount: dates.length,
    topics: findTopics(
      read.map(({ headings }) => headings),
      keyword,
    ),
    questions: findQuestions(read, related, keyword),
    titles: suggestTitles(keyword, report.metrics, related),
  }
}

const roundToTens = (value: number): number => Math.round(value / 10) * 10

function median(numbers: number[]): number {
  if (numbers.length === 0) return 0
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** What several pages have a heading about. The word that most pages share leads; its shortest heading names it. */
function findTopics(pages: string[][], keyword: string): BriefTopic[] {
  let open = pages.flatMap((headings, page) =>
    headings.map((heading) => ({ page, heading, terms: termsOf(heading, keyword) })),
  )
  const needed = Math.max(2, Math.ceil(pages.length * 0.3))
  const topics: BriefTopic[] = []
  while (topics.length < topicsMax) {
    const pagesOf = new Map<string, Set<number>>()
    for (const { page, terms } of open)
      for (const term of terms) pagesOf.set(term, (pagesOf.get(term) ?? new Set()).add(page))
    const [term, sharing] = [...pagesOf].reduce(
      (best, next) => (next[1].size > best[1].size ? next : best),
      ['', new Set<number>()],
    )
    if (sharing.size < needed) break
    const about = open.filter(({ terms }) => terms.includes(term)).map(({ heading }) => heading)
    topics.push({
      heading: about.reduce((best, next) => (next.length < best.length ? next : best)),
      pages: sharing.size,
    })
    open = open.filter(({ terms }) => !terms.includes(term))
  }
  return topics
}

const asks = /(?:[?？]|(?:할까|을까|일까|나요|까요|인가요))\s*$/

/** What is searched and asked, and answered by few pages or none: the most searched first. */
function findQuestions(
  read: NonNullable<BriefPage['outline']>[],
  related: readonly KeywordMetrics[],
  keyword: string,
): BriefQuestion[] {
  const few = Math.floor(read.length * fewShare)
  const searched = related.map((row) => ({
    question: row.keyword,
    pages: read.filter(({ answers }) => answers.includes(row.keyword)).length,
    searches: totalSearches(row),
  }))
  const texts = read.map(({ headings }) => headings.map(bare).join('\n'))
  const asked = [...new Set(read.flatMap(({ headings }) => headings.filter((heading) => asks.test(heading))))]
    .filter((heading) => termsOf(heading, keyword).length > 0)
    .map((question) => ({
      question,
      pages: texts.filter((text) => speaksOf(text, question, keyword)).length,
      searches: null,
    }))
  const seen = new Set<string>()
  return [...searched, ...asked]
    .filter(({ question, pages }) => {
      const key = termsOf(question, keyword).toSorted().join(' ')
      return pages <= few && !seen.has(key) && seen.add(key) !== undefined
    })
    .slice(0, questionsMax)
}

/** Which of the best words each title has, in the order of the screens' templates. */
const titleParts = [[0, 1], [0], [1], [2, 3], [2]]

function suggestTitles(
  keyword: string,
  metrics: KeywordMetrics | null,
  related: readonly KeywordMetrics[],
): BriefTitle[] {
  const words = new Map<string, KeywordMetrics>()
  for (const row of related) {
    const part = wordsBeyond(row.keyword, keyword).join(' ')
    if (Array.from(part).length >= 2 && !words.has(part)) words.set(part, row)
  }
  const best = [...words]
  const main = { keyword, searches: metrics && totalSearches(metrics) }
  return titleParts
    .map((indexes) => indexes.flatMap((index) => (best[index] ? [best[index]] : [])))
    .filter((chosen, index) => chosen.length === titleParts[index]!.length)
    .map((chosen) => ({
      parts: chosen.map(([part]) => part),
      keywords: [main, ...chosen.map(([, row]) => ({ keyword: row.keyword, searches: totalSearches(row) }))],
    }))
}
