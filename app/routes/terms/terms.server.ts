import en from '#shared/messages/en/terms.json'
import ko from '#shared/messages/ko/terms.json'
import { sessionCookieSeconds } from '#shared/accounts.ts'
import { inviteCookie } from '#shared/invites.ts'
import { languageCookieSeconds, type Language } from '#shared/language.ts'
import { plans, renewalRetryDays, withdrawalDays } from '#shared/payments.ts'
import { retentionDays } from '#shared/retention.ts'
import { siteName } from '#shared/site.ts'
import { visitedCookie } from '#shared/visits.ts'
import { translate } from '#shared/words.ts'
import { contactAddress } from '#app/session/contact-address.ts'

export type TermsDocument = {
  title: string
  description: string
  updated: string
  sections: { id: string; title: string; text: string[] }[]
}

const daySeconds = 24 * 60 * 60

/** What the two documents say in numbers: each is the constant that the code goes by. */
const termsNumbers = {
  ...retentionDays,
  session_days: sessionCookieSeconds / daySeconds,
  language_days: languageCookieSeconds / daySeconds,
  visit_days: visitedCookie.seconds / daySeconds,
  invite_days: inviteCookie.seconds / daySeconds,
  seats: plans.team.seats,
  withdrawal_days: withdrawalDays,
}

/**
 * One of the two documents, with the product's name, its address and the numbers of the code filled in. Long texts travel only with their page.
 * @param deletedAccountDays how long a deleted account cannot sign up again, as it is configured
 */
export function getTerms(
  document: 'use' | 'privacy',
  language: Language,
  { deletedAccountDays }: { deletedAccountDays: number },
): TermsDocument {
  const messages = language === 'en' ? en : ko
  const { title, description, sections } = messages[document]
  const fill = (text: string) =>
    translate({ text }, 'text', {
      ...termsNumbers,
      site: siteName[language],
      contact: contactAddress,
      deleted_days: deletedAccountDays,
      retries: listDays(renewalRetryDays, language),
    })
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

/** `1, 3, 5, 10 and 14`, or with commas alone in Korean, where a counter follows. */
function listDays(days: readonly number[], language: Language): string {
  return language === 'en'
    ? new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(days.map(String))
    : days.join(', ')
}
