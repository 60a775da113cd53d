import type { Language } from './language.ts'

/** What we publish, in both languages: articles about writing, notices about the product (O05). */
export const articleTypes = ['info', 'tip', 'news'] as const
export const noticeTypes = ['info', 'update', 'event'] as const
export const publicationTypes = { article: articleTypes, notice: noticeTypes } as const

export type PublicationKind = keyof typeof publicationTypes
export type PublicationType = (typeof articleTypes | typeof noticeTypes)[number]

export const publicationPageSize = 30

/** Where feed readers find what is new, in the language. */
export const feedPath = (language: Language): string => `/${language}-feed.xml`
