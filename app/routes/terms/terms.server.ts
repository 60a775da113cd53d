import businessEn from '#shared/messages/en/business.json'
import en from '#shared/messages/en/terms.json'
import businessKo from '#shared/messages/ko/business.json'
import ko from '#shared/messages/ko/terms.json'
import { sessionCookieSeconds } from '#shared/accounts.ts'
import { inviteCookie } from '#shared/invites.ts'
import { languageCookieSeconds, type Language } from '#shared/language.ts'
import { plans, renewalRetryDays, withdrawalDays } from '#shared/payments.ts'
import { retentionDays, trashDays } from '#shared/retention.ts'
import type { RequestConfig } from '#shared/request-config.ts'
import { siteName } from '#shared/site.ts'
import { visitedCookie } from '#shared/visits.ts'
import { translate } from '#shared/words.ts'
import { copiesMax, draftDays } from '#app/session/device-texts.ts'
import { readBusinessNotice } from '#app/session/business-notice.server.ts'
import { contactOf } from '#shared/business.ts'
import { describeProcessors, type CardList } from './processors.server.ts'

type TermsConfig = Pick<RequestConfig, 'deletedAccountDays' | 'business' | 'processors'>

export type TermsDocument = {
  title: string
  description: string
  updated: string
  businessTitle: string
  sections: { id: string; title: string; text: string[]; list?: CardList }[]
}

const daySeconds = 24 * 60 * 60

/** The numbers of the two documents: each is the constant that the code uses. */
const termsNumbers = {
  ...retentionDays,
  trash_days: trashDays,
  session_days: sessionCookieSeconds / daySeconds,
  language_days: languageCookieSeconds / daySeconds,
  visit_days: visitedCookie.seconds / daySeconds,
  invite_days: inviteCookie.seconds / daySeconds,
  seats: plans.team.seats,
  withdrawal_days: withdrawalDays,
  device_texts: copiesMax,
  draft_days: draftDays,
}

/**
 * One of the two documents, with the product's name, its address and the numbers of the code. Long texts are sent only
 * with their page.
 * @param config the configuration: the wait after a deletion, the operator of the site, and the recipients of data
 */
export function getTerms(
  document: 'use' | 'privacy',
  language: Language,
  config: TermsConfig,
): TermsDocument {
  const messages = language === 'en' ? en : ko
  const { title, description, sections } = messages[document]
  const fill = (text: string) =>
    translate({ text }, 'text', {
      ...termsNumbers,
      site: siteName[language],
      contact: contactOf(config.business),
      deleted_days: config.deletedAccountDays,
      officer: officerOf(config, language),
      retries: listDays(renewalRetryDays, language),
    })
  const lists = document === 'privacy' ? describeProcessors(config, language) : {}
  return {
    title,
    description: fill(description),
    updated: messages.updated,
    businessTitle: (language === 'en' ? businessEn : businessKo).title,
    sections: sections.map((section) => ({
      id: section.id,
      title: fill(section.title),
      text: section.text.map(fill),
      ...(section.id in lists ? { list: lists[section.id as keyof typeof lists] } : {}),
    })),
  }
}

/** `1, 3, 5, 10 and 14`, or with commas alone in Korean, where a counter follows. */
function listDays(days: readonly number[], language: Language): string {
  return language === 'en'
    ? new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(days.map(String))
    : days.join(', ')
}

/** The privacy officer, or a note that none is configured. */
function officerOf({ business }: TermsConfig, language: Language): string {
  if (!business) return readBusinessNotice({ business }, language).missing ?? ''
  const { name, phone, email } = business.privacyOfficer
  return `${name}, ${phone}, ${email}`
}
