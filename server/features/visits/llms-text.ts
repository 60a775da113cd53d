import { languages, type Language } from '#shared/language.ts'
import enArticles from '#shared/messages/en/articles.json' with { type: 'json' }
import enHome from '#shared/messages/en/home.json' with { type: 'json' }
import enKeywords from '#shared/messages/en/keywords.json' with { type: 'json' }
import enPayments from '#shared/messages/en/payments.json' with { type: 'json' }
import enPricing from '#shared/messages/en/pricing.json' with { type: 'json' }
import enTools from '#shared/messages/en/tools.json' with { type: 'json' }
import koArticles from '#shared/messages/ko/articles.json' with { type: 'json' }
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
    home: koHome,
    keywords: koKeywords,
    payments: koPayments,
    pricing: koPricing,
    tools: koTools,
  },
  en: {
    articles: enArticles,
    home: enHome,
    keywords: enKeywords,
    payments: enPayments,
    pricing: enPricing,
    tools: enTools,
  },
}

/** What the site is and where its open pages are, for language models that read it (https://llmstxt.org): the pages' own words in each language. */
export function writeLlmsText(origin: string): string {
  return languages.map((language) => describeSite(origin, language)).join('\n')
}

function describeSite(origin: string, language: Language): string {
  const say = (key: string) => translate(words[language], key, { site: siteName[language] })
  const line = (path: string, title: string, about: string) =>
    `- [${say(title)}](${origin}/${language}${path}): ${say(about)}`
  return [
    `# ${siteName[language]}`,
    '',
    `> ${say('home.description')}`,
    '',
    `## ${say('tools.list.title')}`,
    '',
    ...writingTools.map((tool) =>
      line(`/tool/use?tool=${tool}`, `tools.name.${tool}`, `tools.describe.${tool}`),
    ),
    line('/tool/keyword', 'tools.list.keyword.name', 'keywords.description'),
    '',
    `## ${say('home.page')}`,
    '',
    line('/price', 'payments.title', 'pricing.description'),
    line('/article/list', 'articles.article.title', 'articles.article.description'),
    line('/notice/list', 'articles.notice.title', 'articles.notice.description'),
    '',
  ].join('\n')
}
