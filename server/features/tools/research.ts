// Research answers open questions of the plan. It searches the web, reads pages, and stores facts with the sentence
// that states them. Only a page that was read becomes a source, and only a sentence of it a quotation.
import type { Meter } from '#server/metering/meter.ts'
import { readMemberLink } from '#server/adapters/member-links.ts'
import type { SearchHit } from '#server/adapters/web-search.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { linkMaxLength } from '#shared/links.ts'
import type { Section } from '#shared/outline.ts'
import { researchLimits, searchReadTokens, searchTokens } from '#shared/research.ts'
import { siteDay } from '#shared/site.ts'
import type { ReadSource } from '#shared/tools.ts'
import { passagesAbout } from './passages.ts'
import type { PromptInput, PromptSections } from './prompt-sections.ts'
import {
  factsAnswer,
  factsPrompt,
  searchesAnswer,
  searchesPrompt,
  searchPrompt,
  type Search,
} from './research-prompts.ts'

type Reading = { material: PromptInput; order: PromptSections; memberId: string; signal: AbortSignal }
type Work = Reading & { outline: Section[] }

export type Page = { url: string; title: string; date: string | null; text: string; isSample: boolean }

const outputTokens = { searches: 600, search: 1_500, facts: 5_000 } as const
/** Pages to fetch in parallel: more than needed, because some are unreadable. */
const candidatesMax = researchLimits.pages + 3
const pageDeadlineMs = 12_000

/**
 * @returns the pages that answer a question, each with its facts, in the order of their numbers; empty when nothing was
 * found
 * @throws AppError of models and of Naver; the signal's reason
 */
export async function research(deps: Dependencies, meter: Meter, work: Work): Promise<ReadSource[]> {
  const { searches } = await meter.object({
    ...searchesPrompt(work.material, work),
    schema: searchesAnswer,
    outputTokensMax: outputTokens.searches,
    invalidCode: 'tool_create_failed',
  })
  const asked = searches.slice(0, researchLimits.searches)
  const pages = await readAbout(deps, meter, { ...work, asked })
  if (pages.length === 0) return []
  const { facts } = await meter.object({
    ...factsPrompt(work.material, { ...work, asked, pages }),
    schema: factsAnswer,
    outputTokensMax: outputTokens.facts,
    invalidCode: 'tool_create_failed',
  })
  return sourcesOf(pages, facts)
}

/**
 * Searches the web, and reads the parts of pages that are about the questions.
 * @throws AppError of models and of Naver; the signal's reason
 */
export async function readAbout(
  deps: Dependencies,
  meter: Meter,
  work: Reading & { asked: Search[] },
): Promise<Page[]> {
  const hits = chooseHits(await findHits(deps, meter, work))
  const terms = work.asked.flatMap(({ question, query }) => [question, query]).join(' ')
  return (await Promise.all(hits.map((hit) => readPage(deps, hit, work))))
    .filter((page) => page !== null)
    .slice(0, researchLimits.pages)
    .map((page) => ({ ...page, text: passagesAbout(page.text, terms, researchLimits.pageCharacters) }))
}

async function findHits(
  { search }: Dependencies,
  meter: Meter,
  { material, order, asked }: Reading & { asked: Search[] },
): Promise<SearchHit[][]> {
  if (search.kind !== 'model')
    return search.find(
      asked.map(({ query }) => query),
      material.form.language,
    )
  const found = await meter.search(
    { ...searchPrompt(material, { order, asked }), outputTokensMax: outputTokens.search },
    { usesMax: researchLimits.searches, tokensEach: searchTokens, readMax: searchReadTokens },
  )
  return [found.map(({ url, title }) => ({ url, title, excerpt: '', date: null }))]
}

/** The best results of the searches in turn, each URL once. */
function chooseHits(searches: SearchHit[][]): SearchHit[] {
  const chosen = new Map<string, SearchHit>()
  const longest = Math.max(0, ...searches.map(({ length }) => length))
  for (let rank = 0; rank < longest; rank++)
    for (const hits of searches) {
      const hit = hits[rank]
      const url = hit && webAddress(hit.url)
      if (url && !chosen.has(url)) chosen.set(url, { ...hit, url })
    }
  return [...chosen.values()].slice(0, candidatesMax)
}

/** A web URL that may be sent to other services, without its fragment; null for anything else. */
function webAddress(text: string): string | null {
  if (text.length > linkMaxLength || !URL.canParse(text)) return null
  const url = new URL(text)
  url.hash = ''
  return /^https?:$/.test(url.protocol) && !url.username && !url.password ? url.href : null
}

/** Null for an unreadable page: another one may state the same. @throws the signal's reason */
async function readPage(
  deps: Dependencies,
  { url, title, date, sample }: SearchHit,
  { memberId, signal }: Reading,
): Promise<Page | null> {
  if (sample !== undefined) return { url, title, date, text: sample, isSample: true }
  try {
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(pageDeadlineMs)])
    const page = await readMemberLink(deps, url, { memberId, signal: deadline, isFound: true })
    if (!page.text.trim()) return null
    const address = webAddress(page.url) ?? url
    return {
      url: address,
      title: page.title || title,
      date: date ?? page.date,
      text: page.text,
      isSample: false,
    }
  } catch {
    signal.throwIfAborted()
    return null
  }
}

type Fact = { source: number; fact: string; quote: string }

/** A fact needs its sentence in the page, and its figures in the sentence. */
function sourcesOf(pages: Page[], facts: Fact[]): ReadSource[] {
  const verified = facts.filter(({ source, fact, quote }) => {
    const page = pages[source - 1]
    if (!page || quote.length + fact.length > factLengthMax) return false
    return isQuoteOf(page.text, quote) && hasFiguresOf(quote, fact)
  })
  const used = verified.slice(0, researchLimits.facts)
  const readOn = siteDay(new Date())
  return pages.flatMap(({ url, title, date, text, isSample }, index): ReadSource[] => {
    const own = used.filter(({ source }) => source === index + 1)
    if (own.length === 0) return []
    return [
      {
        kind: 'web',
        name: title,
        url,
        characters: Array.from(text).length,
        facts: own.map(({ fact, quote }) => ({ fact, quote })),
        date,
        read_on: readOn,
        ...(isSample ? { is_sample: true } : {}),
      },
    ]
  })
}

const quoteLengthMin = 8
/** A fact with its sentence; a longer one would be a copied page. */
const factLengthMax = 800

/** Models normalize quotation marks and spaces. */
const comparable = (text: string): string => text.normalize('NFKC').replace(/[\s"'“”‘’`´.…]+/g, '')

/** Whether the page has this sentence. */
export const isQuoteOf = (page: string, quote: string): boolean =>
  comparable(quote).length >= quoteLengthMin && comparable(page).includes(comparable(quote))

/** Whether the quote has each figure of the fact. */
export function hasFiguresOf(quote: string, fact: string): boolean {
  const figuresOf = (text: string) => text.replace(/(?<=\d),(?=\d)/g, '').match(/\d+(?:\.\d+)?/g) ?? []
  const said = new Set(figuresOf(quote))
  return figuresOf(fact).every((figure) => said.has(figure))
}
