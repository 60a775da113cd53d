import { totalSearches, type KeywordReport } from '#shared/keywords.ts'
import type { Language } from '#shared/language.ts'
import { articleLimits, type WritingTool } from '#shared/tools.ts'

/** The address of a tool's form that is filled in with these fields. */
export const formAddress = (language: Language, tool: WritingTool, given: Record<string, string>): string =>
  `/${language}/tool/use?${new URLSearchParams({ tool, ...given })}`

const relatedGiven = 8

/** The related keywords that are searched most. */
export const mostSearched = (report: KeywordReport): string[] =>
  report.related
    .filter(({ keyword }) => keyword !== report.keyword)
    .toSorted((a, b) => totalSearches(b).count - totalSearches(a).count)
    .slice(0, relatedGiven)
    .map(({ keyword }) => keyword)

/** The search terms of an article: the keyword first, and as many others as the field takes. */
export const articleKeywords = (keyword: string, others: readonly string[]): string =>
  joinWithin([...new Set([keyword, ...others])], ', ', articleLimits.keywords)

/** As many whole parts as a field of this length takes. */
export function joinWithin(parts: readonly string[], separator: string, charactersMax: number): string {
  let joined = ''
  for (const part of parts) {
    const next = joined ? joined + separator + part : part
    if (Array.from(next).length > charactersMax) break
    joined = next
  }
  return joined
}
