// Research: what a text with sources searches for, reads and finds, and what that costs.
import type { OutputLanguage } from './tools.ts'

/** How the site searches the web. `sample`: made-up pages on a machine without keys, labelled as such. `none`: it cannot. */
export type SearchKind = 'model' | 'naver' | 'sample' | 'none'

export const researchLimits = {
  /** Searches for one text. */
  searches: 4,
  /** Pages that are read for one text. */
  pages: 6,
  /** Of each page, what answers the questions best. */
  pageCharacters: 3_000,
  /** Facts that are kept, each with its sentence. */
  facts: 24,
} as const

/**
 * What a provider asks for one search, in our tokens: 10 dollars for a thousand searches at OpenAI and Anthropic, 14 at Google, as secondary
 * sources quote them, next to the price of a token of the cheapest model. UNCONFIRMED for the very models of server/models-config.ts.
 * Naver's search API is free of charge within 25,000 calls a day.
 */
export const searchTokens = 5_000
/** What the results add to the call that searches, in model tokens: what goes beyond it is the site's. */
export const searchReadTokens = 8_000

/** A fact, as the text may use it, and the sentence of the source that says so, letter by letter. */
export type SourceFact = { fact: string; quote: string }

/** How a text calls the list of its sources, and when they were read. */
export const sourceWords: Record<OutputLanguage, { heading: string; readOn: string; needed: string }> = {
  Korean: { heading: '출처', readOn: '{date} 확인', needed: '출처 확인 필요' },
  English: { heading: 'Sources', readOn: 'read on {date}', needed: 'source needed' },
  Japanese: { heading: '出典', readOn: '{date} 確認', needed: '出典の確認が必要' },
  Chinese: { heading: '来源', readOn: '{date} 查阅', needed: '需要来源' },
  Spanish: { heading: 'Fuentes', readOn: 'consultado el {date}', needed: 'falta la fuente' },
  French: { heading: 'Sources', readOn: 'consulté le {date}', needed: 'source à vérifier' },
  German: { heading: 'Quellen', readOn: 'abgerufen am {date}', needed: 'Quelle fehlt' },
  Russian: { heading: 'Источники', readOn: 'прочитано {date}', needed: 'нужен источник' },
  Arabic: { heading: 'المصادر', readOn: 'قُرئ في {date}', needed: 'المصدر مطلوب' },
  Hindi: { heading: 'स्रोत', readOn: '{date} को देखा गया', needed: 'स्रोत चाहिए' },
}
