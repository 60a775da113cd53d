import { languages, type Language } from '#shared/language.ts'
import enArticles from '#shared/messages/en/articles.json' with { type: 'json' }
import enContact from '#shared/messages/en/contact.json' with { type: 'json' }
import enHelp from '#shared/messages/en/help.json' with { type: 'json' }
import enPrompts from '#shared/messages/en/prompts.json' with { type: 'json' }
import enTerms from '#shared/messages/en/terms.json' with { type: 'json' }
import enHome from '#shared/messages/en/home.json' with { type: 'json' }
import enKeywords from '#shared/messages/en/keywords.json' with { type: 'json' }
import enPayments from '#shared/messages/en/payments.json' with { type: 'json' }
import enPricing from '#shared/messages/en/pricing.json' with { type: 'json' }
import enTools from '#shared/messages/en/tools.json' with { type: 'json' }
import koArticles from '#shared/messages/ko/articles.json' with { type: 'json' }
import koContact from '#shared/messages/ko/contact.json' with { type: 'json' }
import koHelp from '#shared/messages/ko/help.json' with { type: 'json' }
import koPrompts from '#shared/messages/ko/prompts.json' with { type: 'json' }
import koTerms from '#shared/messages/ko/terms.json' with { type: 'json' }
import koHome from '#shared/messages/ko/home.json' with { type: 'json' }
import koKeywords from '#shared/messages/ko/keywords.json' with { type: 'json' }
import koPayments from '#shared/messages/ko/payments.json' with { type: 'json' }
import koPricing from '#shared/messages/ko/pricing.json' with { type: 'json' }
import koTools from '#shared/messages/ko/tools.json' with { type: 'json' }
import { siteName } from '#shared/site.ts'
import { writingTools } from '#shared/tools.ts'
import { translate, type Messages } from '#shared/words.ts'

const words: Record<Language, Messages> = {
  ko: {
    articles: koArticles,
    contact: koContact,
    help: koHelp as unknown as Messages,
    prompts: koPrompts,
    terms: koTerms as unknown as Messages,
    home: koHome,
    keywords: koKeywords,
    payments: koPayments,
    pricing: koPricing,
    tools: koTools,
  },
  en: {
    articles: enArticles,
    contact: enContact,
    help: enHelp as unknown as Messages,
    prompts: enPrompts,
    terms: enTerms as unknown as Messages,
    home: enHome,
    keywords: enKeywords,
    payments: enPayments,
    pricing: enPricing,
    tools: enTools,
  },
}

/**
 * The site and its public pages for language models (https://llmstxt.org), in the pages' own words in each language.
 */
export function writeLlmsText(origin: string): string {
  const names = languages.map((language) => siteName[language])
  return [
    `# ${names.join(' · ')}`,
    '',
    ...languages.flatMap((language) => describeSite(origin, language)),
  ].join('\n')
}

function describeSite(origin: string, language: Language): string[] {
  const say = (key: string) => translate(words[language], key, { site: siteName[language] })
  const line = (path: string, title: string, about: string) =>
    `- [${say(title)}](${origin}/${language}${path}): ${say(about)}`
  return [
    `> ${say('home.description')}`,
    '',
    `## ${say('tools.list.title')}`,
    '',
    ...writingTools.map((tool) =>
      line(`/tool/use?tool=${tool}`, `tools.name.${tool}`, `tools.describe.${tool}`),
    ),
    line('/tool/keyword', 'tools.list.keyword.name', 'keywords.description'),
    '',
    `## ${siteName[language]}`,
    '',
    line('/prompt/list', 'prompts.list.title', 'home.prompts.text'),
    line('/price', 'payments.title', 'pricing.description'),
    line('/help', 'help.title', 'help.description'),
    line('/article/list', 'articles.article.title', 'articles.article.description'),
    line('/notice/list', 'articles.notice.title', 'articles.notice.description'),
    line('/contact', 'contact.title', 'contact.description'),
    line('/terms/use', 'terms.use.title', 'terms.use.description'),
    line('/terms/privacy', 'terms.privacy.title', 'terms.privacy.description'),
    '',
  ]
}
