import type { Language } from './language.ts'

/** Publications in both languages: articles about writing, notices about the product (O05). */
export const articleTypes = ['info', 'tip', 'news'] as const
export const noticeTypes = ['info', 'update', 'event'] as const
/** Notices that present the product: their e-mails are advertisements. private.is_advertising() has the same types. */
const advertisingTypes: readonly string[] = ['update', 'event'] satisfies (typeof noticeTypes)[number][]
export const isAdvertisingNotice = (type: string | undefined): boolean =>
  advertisingTypes.includes(type ?? '')

export const publicationTypes = { article: articleTypes, notice: noticeTypes } as const

export type PublicationKind = keyof typeof publicationTypes
export type PublicationType = (typeof articleTypes | typeof noticeTypes)[number]

export const publicationPageSize = 30

/** Maximum characters of each text; a draft may leave them empty. */
export const publicationLimits = {
  title_ko: 100,
  title_en: 150,
  summary_ko: 300,
  summary_en: 400,
  content_ko: 50_000,
  content_en: 50_000,
} as const
export type PublicationField = keyof typeof publicationLimits

/** The path of a language's feed. */
export const feedPath = (language: Language): string => `/${language}-feed.xml`
