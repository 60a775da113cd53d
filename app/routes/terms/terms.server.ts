import en from '#shared/messages/en/terms.json'
import ko from '#shared/messages/ko/terms.json'
import { retentionDays } from '#shared/retention.ts'
import { siteName } from '#shared/site.ts'
import { translate } from '#shared/words.ts'
import type { Language } from '#shared/language.ts'
import { contactAddress } from '#app/session/contact-address.ts'

export type TermsDocument = {
  title: string
  description: string
  updated: string
  sections: { id: string; title: string; text: string[] }[]
}

/** One of the two documents with the product's name, its address and the periods of retention filled in. Long texts travel only with their page. */
export function getTerms(document: 'use' | 'privacy', language: Language): TermsDocument {
  const messages = language === 'en' ? en : ko
  const { title, description, sections } = messages[document]
  const fill = (text: string) =>
    translate({ text }, 'text', { site: siteName[language], contact: contactAddress, ...retentionDays })
  return {
    title,
    description: fill(description),
    updated: messages.updated,
    sections: sections.map((section) => ({
      id: section.id,
      title: fill(section.title),
      text: section.text.map(fill),
    })),
  }
}
