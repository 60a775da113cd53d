import examplesEn from '#shared/messages/en/examples.json'
import en from '#shared/messages/en/help.json'
import homeEn from '#shared/messages/en/home.json'
import examplesKo from '#shared/messages/ko/examples.json'
import ko from '#shared/messages/ko/help.json'
import homeKo from '#shared/messages/ko/home.json'
import { recoveryCodesCount } from '#shared/accounts.ts'
import { keywordPeriodHours, keywordTokens } from '#shared/keywords.ts'
import type { Language } from '#shared/language.ts'
import { plans, withdrawalDays } from '#shared/payments.ts'
import { siteName } from '#shared/site.ts'
import { postsMin } from '#shared/tones.ts'
import { instagramFeedLimits, toolFilesMax, writingTools } from '#shared/tools.ts'
import { signUpTokens } from '#shared/usage.ts'
import { translate } from '#shared/words.ts'

/** A tool's stored example: what was entered, and how its text begins. */
export type HelpExample = { tool: string; wrote: string; title: string; got: string; to: string }
export type HelpTopic = {
  id: string
  title: string
  text: string[]
  link: { to: string; label: string } | null
  examples: HelpExample[]
}
export type HelpDocument = Record<
  | 'title'
  | 'description'
  | 'lead'
  | 'search'
  | 'submit'
  | 'none'
  | 'contact'
  | 'examplesTitle'
  | 'wrote'
  | 'got'
  | 'seeExample',
  string
> & {
  topics: HelpTopic[]
}

type StoredTopic = Omit<HelpTopic, 'link' | 'examples'> & { link?: { to: string; label: string } }

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
    examplesTitle: messages.examplesTitle,
    wrote: messages.wrote,
    got: messages.got,
    seeExample: messages.seeExample,
    topics: topics.map((topic) => ({
      id: topic.id,
      title: topic.title,
      text: topic.text.map(fill),
      link: topic.link ? { ...topic.link, to: `/${language}${topic.link.to}` } : null,
      examples: topic.id === 'tools' ? listExamples(language) : [],
    })),
  }
}

function listExamples(language: Language): HelpExample[] {
  const [examples, names] = language === 'en' ? [examplesEn, homeEn.tools] : [examplesKo, homeKo.tools]
  return writingTools.map((tool) => {
    const { draft, titles, content } = examples[tool]
    return {
      tool: names[tool].name,
      wrote: Object.values(draft)
        .filter((value) => typeof value === 'string' && value.includes(' '))
        .slice(0, 2)
        .join('\n'),
      title: titles[0]!,
      got: firstParagraph(content),
      to: `/${language}/tool/use?tool=${tool}&example=1`,
    }
  })
}

/** The first paragraph that is no heading, without Markdown's signs. */
const firstParagraph = (content: string): string =>
  (
    content.split('\n\n').find((part) => !/^[#|>]/.test(part) && !/^[^\n]{1,40}[,!]$/.test(part)) ?? ''
  ).replaceAll('**', '')
