import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { keywordPeriodHours, keywordTokens } from '#shared/keywords.ts'
import { measureLength } from '#shared/rendered-text.ts'
import {
  coverLetterLimits,
  documentLimits,
  instagramFeedLimits,
  isWritingTool,
  sourceCharactersMax,
  titleCount,
  toolFilesMax,
} from '#shared/tools.ts'
import { postCharacters, postsMax, postsMin } from '#shared/tones.ts'
import { signUpTokens } from '#shared/usage.ts'
import { readStarterPublications } from './starter-publications.ts'

const languages = ['ko', 'en'] as const
type TestLanguage = (typeof languages)[number]

const publications = readStarterPublications()
const articles = publications.filter(({ kind }) => kind === 'article')

/** The pages of the route table that need no id, without the language. `app` is not ours to import. */
const pages = new Set(
  [
    ...readFileSync(new URL('../../../app/routes.ts', import.meta.url), 'utf8').matchAll(
      /route\('([^':*]+)',/g,
    ),
  ].map(([, path]) => `/${path}`),
)

/** Messages that articles do not quote: they are sentences of ours and not names on a screen. */
const proseFiles = new Set(['errors.json', 'examples.json', 'help.json', 'emails.json', 'terms.json'])

/** Every name on a screen: a message, also without the price after it or the number in it. */
const controls = { ko: listControls('ko'), en: listControls('en') }
function listControls(language: TestLanguage): Set<string> {
  const folder = new URL(`../../../shared/messages/${language}/`, import.meta.url)
  const names = new Set<string>()
  for (const file of readdirSync(folder).filter((name) => !proseFiles.has(name)))
    for (const text of listTexts(JSON.parse(readFileSync(new URL(file, folder), 'utf8')))) {
      names.add(text)
      names.add(text.replace(/ · .*$/, ''))
      names.add(text.replace(/ \{[^}]*\}$/, ''))
    }
  return names
}
function listTexts(tree: unknown): string[] {
  if (typeof tree === 'string') return [tree]
  return typeof tree === 'object' && tree !== null ? Object.values(tree).flatMap(listTexts) : []
}

const linksOf = (content: string) => [...content.matchAll(/\]\(([^()\s]+)\)/g)].map(([, address]) => address!)
const controlsOf = (content: string) => [...content.matchAll(/\*\*(.+?)\*\*/g)].map(([, name]) => name!)

function isOwnPage(address: string, language: TestLanguage): boolean {
  if (!address.startsWith(`/${language}/`)) return false
  const { pathname, searchParams } = new URL(address, 'https://munjang.example')
  const path = pathname.slice(`/${language}`.length)
  return pages.has(path) && (path !== '/tool/use' || isWritingTool(searchParams.get('tool')))
}

const wanted = {
  ko: {
    titleMax: 40,
    length: [700, 1_500],
    unit: 'characters',
    comparison: /^## 고치기 전과 후$/m,
    parts: [/^고치기 전/m, /^고친 뒤/m, /^달라진 점: /m],
  },
  en: {
    titleMax: 65,
    length: [250, 550],
    unit: 'words',
    comparison: /^## Before and after$/m,
    parts: [/^Before/m, /^After/m, /^What changed: /m],
  },
} as const

describe('O05: the starter articles', () => {
  it('are twenty, each with a key and a title of its own', () => {
    expect(articles).toHaveLength(20)
    for (const field of ['key', 'title_ko', 'title_en'] as const)
      expect(new Set(articles.map((article) => article[field])).size).toBe(20)
  })

  it('cover every writing tool, keywords, prompts and the own tone', () => {
    const links = articles.flatMap(({ content_ko }) => linksOf(content_ko))
    for (const path of [
      ...['article', 'document', 'business-plan', 'cover-letter', 'email', 'instagram-feed'].map(
        (tool) => `/tool/use?tool=${tool}`,
      ),
      '/tool/keyword',
      '/prompt/list',
      '/my/tone',
    ])
      expect(links).toContain(`/ko${path}`)
  })

  describe.each(articles.map((article) => [article.key, article] as const))('%s', (_, article) => {
    it.each(languages)('has a title and a text of the wanted length in %s', (language) => {
      const { titleMax, length, unit } = wanted[language]
      expect(Array.from(article[`title_${language}`]).length).toBeLessThanOrEqual(titleMax)
      const count = measureLength(article[`content_${language}`], unit)
      expect(count).toBeGreaterThanOrEqual(length[0])
      expect(count).toBeLessThanOrEqual(length[1])
    })

    it.each(languages)('compares a text before and after, and says what changed, in %s', (language) => {
      const { comparison, parts } = wanted[language]
      const content = article[`content_${language}`]
      expect(content).toMatch(comparison)
      const section = content.split(comparison)[1]!.split(/^## /m)[0]!
      const places = parts.map((part) => section.search(part))
      expect(places).toEqual(places.toSorted((a, b) => a - b))
      expect(places).not.toContain(-1)
      expect(section.match(/(?:^>.*\n?)+/gm)).toHaveLength(2)
    })

    it.each(languages)('names in bold only what is on a screen, in %s', (language) => {
      const names = controlsOf(article[`content_${language}`])
      expect(names.length).toBeGreaterThan(0)
      expect(names.filter((name) => !controls[language].has(name))).toEqual([])
      // After a sign and before a letter, two asterisks do not end bold text.
      const ends = article[`content_${language}`].matchAll(/\*\*.+?(.)\*\*(.?)/gu)
      for (const [bold, last, next] of ends)
        expect(/[\p{L}\p{N}]/u.test(last!) || !/[\p{L}\p{N}]/u.test(next!), bold).toBe(true)
    })

    it.each(languages)('ends with a link to a page of ours, in %s', (language) => {
      const [last] = article[`content_${language}`].trim().split('\n').slice(-1)
      expect(last).toMatch(/^\[[^\]]+\]\([^()]+\)$/)
      expect(isOwnPage(linksOf(last!)[0]!, language)).toBe(true)
    })
  })

  it('link the same pages in both languages', () => {
    const bare = (content: string, language: TestLanguage) =>
      linksOf(content)
        .filter((address) => address.startsWith(`/${language}/`) || address.startsWith('article:'))
        .map((address) => address.replace(`/${language}/`, '/'))
    for (const { key, content_ko, content_en } of articles)
      expect(bare(content_en, 'en'), key).toEqual(bare(content_ko, 'ko'))
  })
})

it('O05: every link of a starter text leads to a page of ours, to an earlier article or to another site', () => {
  const seen = new Set<string>()
  for (const publication of [...articles, ...publications.filter(({ kind }) => kind === 'notice')]) {
    for (const language of languages)
      for (const address of linksOf(publication[`content_${language}`])) {
        const isKnown = address.startsWith('article:')
          ? seen.has(address.slice('article:'.length))
          : address.startsWith('https://') || isOwnPage(address, language)
        expect(isKnown, `${publication.key} ${language}: ${address}`).toBe(true)
      }
    if (publication.kind === 'article') seen.add(publication.key)
  }
})

it('O05: prices and limits in the starter texts are those of the product', () => {
  const grouped = (count: number) => count.toLocaleString('en-US')
  const facts = {
    'sign-up-gift': [[`${grouped(signUpTokens)}토큰`, `${grouped(signUpTokens)} tokens`]],
    'choose-keywords': [
      [`${grouped(keywordTokens)}토큰`, `${grouped(keywordTokens)} tokens`],
      [`${keywordPeriodHours}시간`, `${keywordPeriodHours} hours`],
    ],
    'character-limit': [
      [`문항은 ${coverLetterLimits.questionsMax}개`, `${coverLetterLimits.questionsMax} questions`],
      [
        `${coverLetterLimits.limitMin}부터 ${grouped(coverLetterLimits.limitMax)}까지`,
        `${coverLetterLimits.limitMin} to ${grouped(coverLetterLimits.limitMax)}`,
      ],
    ],
    'minutes-to-report': [
      [`${grouped(documentLimits.information)}자`, `${grouped(documentLimits.information)} characters`],
      [`${toolFilesMax.document}개까지`, `up to ${toolFilesMax.document} PDFs`],
      [`${grouped(sourceCharactersMax)}자`, `${grouped(sourceCharactersMax)} characters`],
    ],
    'refusal-email': [['제목은 다섯 개', 'five subject lines']],
    'instagram-carousel': [
      [
        `${instagramFeedLimits.slidesMin}장에서 ${instagramFeedLimits.slidesMax}장`,
        `${instagramFeedLimits.slidesMin} to ${instagramFeedLimits.slidesMax}`,
      ],
    ],
    'write-in-own-tone': [
      [`${postsMin}개에서 ${postsMax}개`, `${postsMin} to ${postsMax} posts`],
      [`${postCharacters.min}자`, `${postCharacters.min} characters`],
    ],
  }
  expect(titleCount).toBe(5)
  for (const [key, pairs] of Object.entries(facts)) {
    const text = publications.find((publication) => publication.key === key)!
    for (const [korean, english] of pairs) {
      expect(text.content_ko).toContain(korean)
      expect(text.content_en).toContain(english)
    }
  }
})
