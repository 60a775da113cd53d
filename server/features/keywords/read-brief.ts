// The brief of a keyword: the first results of its report, read in parallel. A page that is slow, huge, hostile or
// closed to programs stays in the list with its reason.
import { readMemberLink } from '#server/adapters/member-links.ts'
import { samplePage } from '#server/adapters/sample-pages.ts'
import type { PageText } from '#server/adapters/reading/read-page.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import { briefPagesMax, type BriefPage, type KeywordBrief } from '#shared/keyword-brief.ts'
import { bare, speaksOf } from '#shared/keyword-terms.ts'
import type { KeywordContent, KeywordMetrics } from '#shared/keywords.ts'
import { figuresPart } from './analyse-keyword.ts'
import { openKeyword, readStored, type Asking, type KeywordPart, type OpenCost } from './open-keyword.ts'

const ownFailures: ReadonlySet<ErrorCode> = new Set(['too_many_requests', 'reader_busy', 'unavailable'])
/** For one page, all of them at once; and for the brief, with the parsing of pages one after the other. */
const pageDeadlineMs = 10_000
const briefDeadlineMs = 20_000

export type OpenedBrief = { brief: KeywordBrief } & OpenCost

/** Stored for all members: headings and counts, never a page's text. */
type BriefData = Pick<KeywordBrief, 'pages'>

const briefPart: KeywordPart<BriefData> = {
  kind: 'brief',
  async read(deps, asking, signal) {
    const { data: figures } = await readStored(deps, figuresPart, asking, signal)
    const reading = { asking, related: figures.related, signal }
    const contents = firstResults(figures)
    const pages = await Promise.all(contents.map((content, index) => readPage(deps, content, index, reading)))
    // Nobody pays for a brief of nothing, and it is not stored for the day.
    if (!pages.some(({ outline }) => outline))
      throw new AppError('keyword_unavailable', { cause: new Error('No page was read.') })
    return { pages }
  },
}

/** @throws AppError as `openKeyword`; keyword_unavailable when no page could be read */
export async function openBrief(
  deps: Dependencies,
  asking: Asking & { isFreeOnly: boolean },
): Promise<OpenedBrief> {
  const { data, read_at, ...cost } = await openKeyword(deps, briefPart, asking)
  const brief = { keyword: asking.keyword, is_sample: deps.keywords.isSample, read_at, ...data }
  return { brief, ...cost }
}

/** Blogs and other pages in turn, as the report lists them; each address once. */
function firstResults({
  blogs,
  webs,
}: {
  blogs: KeywordContent[]
  webs: KeywordContent[]
}): KeywordContent[] {
  const inTurn = Array.from({ length: Math.max(blogs.length, webs.length) }, (_, rank) => [
    blogs[rank],
    webs[rank],
  ])
    .flat()
    .filter((content) => content !== undefined)
  return [...new Map(inTurn.map((content) => [content.link, content])).values()].slice(0, briefPagesMax)
}

type Reading = { asking: Asking; related: readonly KeywordMetrics[]; signal: AbortSignal }

/** @throws AppError too_many_requests; the signal's reason */
async function readPage(
  deps: Dependencies,
  content: KeywordContent,
  index: number,
  { asking, related, signal }: Reading,
): Promise<BriefPage> {
  const { title, link, date, source } = content
  const page = { title, link, date, source }
  const read = await tryPage(deps, link, index, { asking, signal })
  return typeof read === 'string'
    ? { ...page, outline: null, problem: read }
    : { ...page, date: date ?? read.date, outline: outlineOf(read, asking.keyword, related), problem: null }
}

async function tryPage(
  deps: Dependencies,
  link: string,
  index: number,
  { asking: { member, keyword }, signal }: Pick<Reading, 'asking' | 'signal'>,
): Promise<PageText | ErrorCode> {
  const deadline = AbortSignal.timeout(briefDeadlineMs)
  try {
    if (deps.keywords.isSample) return samplePage(keyword, index)
    return await readMemberLink(deps, link, {
      memberId: member.id,
      signal: AbortSignal.any([signal, deadline]),
      isFound: true,
      deadlineMs: pageDeadlineMs,
    })
  } catch (error) {
    signal.throwIfAborted()
    if (deadline.aborted) return 'link_timeout'
    // It says nothing about the page, and everybody would see it for a day.
    if (!(error instanceof AppError) || ownFailures.has(error.code)) throw error
    return error.code
  }
}

function outlineOf(
  { text, headings, pictures }: PageText,
  keyword: string,
  related: readonly KeywordMetrics[],
): NonNullable<BriefPage['outline']> {
  const compared = bare(`${headings.join('\n')}\n${text}`)
  return {
    characters: Array.from(text).length,
    words: text.split(/\s+/).filter(Boolean).length,
    headings,
    pictures,
    answers: related.map((row) => row.keyword).filter((phrase) => speaksOf(compared, phrase, keyword)),
  }
}
