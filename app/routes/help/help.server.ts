import en from '#shared/messages/en/help.json'
import ko from '#shared/messages/ko/help.json'
import { recoveryCodesCount } from '#shared/accounts.ts'
import { keywordPeriodHours, keywordTokens } from '#shared/keywords.ts'
import type { Language } from '#shared/language.ts'
import { plans, withdrawalDays } from '#shared/payments.ts'
import { siteName } from '#shared/site.ts'
import { postsMin } from '#shared/tones.ts'
import { instagramFeedLimits, toolFilesMax } from '#shared/tools.ts'
import { signUpTokens } from '#shared/usage.ts'
import { translate } from '#shared/words.ts'

export type HelpTopic = {
  id: string
  title: string
  text: string[]
  link: { to: string; label: string } | null
}
export type HelpDocument = Record<
  'title' | 'description' | 'lead' | 'search' | 'submit' | 'none' | 'contact',
  string
> & {
  topics: HelpTopic[]
}

type StoredTopic = Omit<HelpTopic, 'link'> & { link?: { to: string; label: string } }

/** The numbers in the help: each is the constant that the code uses. */
const helpNumbers = {
  tokens: signUpTokens,
  article_files: toolFilesMax.article,
  document_files: toolFilesMax.document,
  slides_min: instagramFeedLimits.slidesMin,
  slides_max: instagramFeedLimits.slidesMax,
  keyword_tokens: keywordTokens,
  keyword_hours: keywordPeriodHours,
  posts: postsMin,
  seats: plans.team.seats,
  withdrawal_days: withdrawalDays,
  recovery_codes: recoveryCodesCount,
}

/** The help in a language, with the numbers of the code filled in. Long texts travel only with their page. */
export function getHelp(language: Language): HelpDocument {
  const messages = language === 'en' ? en : ko
  const topics: StoredTopic[] = messages.topics
  const fill = (text: string) => translate({ text }, 'text', { ...helpNumbers, site: siteName[language] })
  return {
    title: messages.title,
    description: fill(messages.description),
    lead: messages.lead,
    search: messages.search,
    submit: messages.submit,
    none: messages.none,
    contact: messages.contact,
    topics: topics.map((topic) => ({
      id: topic.id,
      title: topic.title,
      text: topic.text.map(fill),
      link: topic.link ? { ...topic.link, to: `/${language}${topic.link.to}` } : null,
    })),
  }
}
