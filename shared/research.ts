// Research for texts with sources: its searches, pages and facts, and its price.
import type { OutputLanguage } from './tools.ts'

/** The site's web search. `sample`: made-up pages on a machine without keys, labelled as such. `none`: no search. */
export type SearchKind = 'model' | 'naver' | 'sample' | 'none'

export const researchLimits = {
  /** Searches for one text. */
  searches: 4,
  /** Read pages for one text. */
  pages: 6,
  /** The most relevant part of each page. */
  pageCharacters: 3_000,
  /** Stored facts, each with its sentence. */
  facts: 24,
} as const

/**
 * A provider's price of one search, in our tokens: 10 dollars for a thousand searches at OpenAI and Anthropic, 14 at
 * Google, as secondary sources quote them, next to the price of a token of the cheapest model. UNCONFIRMED for the very
 * models of server/models-config.ts.
 * Naver's search API is free of charge within 25,000 calls a day.
 */
export const searchTokens = 5_000
/** The input that results add to the searching call, in model tokens. The site pays for more than that. */
export const searchReadTokens = 8_000

/** A fact for the text, and the sentence of the source that states it, letter by letter. */
export type SourceFact = { fact: string; quote: string }

/** The heading of the list of sources, and the words for the date of reading. */
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
