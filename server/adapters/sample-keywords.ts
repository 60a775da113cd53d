// Sample keyword figures for a machine without Naver's keys: plausible numbers without meaning. Screens label them.
import { createHash } from 'node:crypto'
import {
  contentsMax,
  keywordKey,
  postsMax,
  type FoundPost,
  type KeywordContent,
  type KeywordEstimate,
  type KeywordMetrics,
  type Searches,
} from '#shared/keywords.ts'
import type { KeywordSource } from './keyword-source.ts'
import { lastMonths } from './last-months.ts'

export function createSampleKeywords(): KeywordSource {
  return {
    isSample: true,
    read: (keyword) => {
      const of = chance(keyword)
      const metrics = sampleMetrics(keyword)
      return Promise.resolve({
        metrics,
        flags: { is_adult: false, is_restricted: false, is_sell_prohibited: false },
        estimates: sampleEstimates(metrics),
        blog_count: whole(of('blogs'), 2_000, 900_000),
        web_count: whole(of('webs'), 5_000, 2_000_000),
        related: relatedTo(keyword).map(sampleMetrics),
        blogs: contentsAbout(keyword, blogTitles, 'blog'),
        webs: contentsAbout(keyword, webTitles, 'web'),
      })
    },
    // A week differs from the next by up to a third, so that a sample has a history.
    readVolume: (keyword, today) => {
      const week = Math.floor(today.getTime() / (7 * 86_400_000))
      const share = 0.7 + 0.6 * chance(keyword)(`week ${week}`)
      const metrics = sampleMetrics(keyword)
      const inWeek = ({ count }: Searches) => ({ count: Math.round(count * share), less_than: false })
      const searches = {
        pc_searches: inWeek(metrics.pc_searches),
        mobile_searches: inWeek(metrics.mobile_searches),
      }
      return Promise.resolve({ ...metrics, ...searches })
    },
    readPosts: (keyword, today) => Promise.resolve(samplePosts(keyword, today)),
    readTrend: (keywords, today) => {
      const months = lastMonths(today)
      const heights = keywords.map((keyword) =>
        months.map((month) => whole(chance(keyword)(month.slice(5)), 20, 100)),
      )
      const largest = Math.max(...heights.flat())
      const series = keywords.map((keyword, index) => ({
        keyword,
        ratios: heights[index]!.map((height) => Math.round((height / largest) * 10_000) / 100),
      }))
      return Promise.resolve({ months, series })
    },
  }
}

/** The same keyword always gives the same figures. @returns a number from 0 to 1 for each name */
const chance = (keyword: string) => (name: string) =>
  createHash('sha256')
    .update(`${keywordKey(keyword)}:${name}`)
    .digest()
    .readUInt32BE(0) / 0xffffffff
const whole = (part: number, from: number, to: number) => Math.round(from + part * (to - from))

function sampleMetrics(keyword: string): KeywordMetrics {
  const of = chance(keyword)
  const pc = whole(of('pc'), 300, 18_000)
  const mobile = whole(of('mobile'), 900, 64_000)
  const rate = (name: string) => Math.round(of(name) * 300) / 100
  const clicks = (count: number, percent: number) => Math.round((count * percent) / 10) / 10
  const [pcRate, mobileRate] = [rate('pc rate'), rate('mobile rate')]
  return {
    keyword,
    pc_searches: { count: pc, less_than: false },
    mobile_searches: { count: mobile, less_than: false },
    pc_clicks: clicks(pc, pcRate),
    mobile_clicks: clicks(mobile, mobileRate),
    pc_click_rate: pcRate,
    mobile_click_rate: mobileRate,
    ad_count: whole(of('ads'), 1, 15),
    competition: (['low', 'middle', 'high'] as const)[whole(of('competition'), 0, 2)]!,
  }
}

function sampleEstimates(metrics: KeywordMetrics): KeywordEstimate[] {
  const searches = metrics.pc_searches.count + metrics.mobile_searches.count
  return [70, 200, 500, 1_000, 2_000, 5_000].map((bid) => {
    const impressions = Math.round(searches * Math.min(0.9, 0.1 + Math.log10(bid / 50) / 3))
    const clicks = Math.round(impressions * 0.012)
    const costPerClick = Math.round(bid * 0.72)
    return {
      bid,
      impressions,
      clicks,
      click_rate: impressions > 0 ? Math.round((clicks / impressions) * 10_000) / 100 : null,
      cost_per_click: clicks > 0 ? costPerClick : null,
      cost: clicks * costPerClick,
    }
  })
}

/** Posts of `example.com/blog-1` to `blog-120`, which is reserved: their order changes a little every day. */
function samplePosts(keyword: string, today: Date): FoundPost[] {
  const day = Math.floor(today.getTime() / 86_400_000)
  const titles = blogTitles[isKorean(keyword) ? 'ko' : 'en']
  return Array.from({ length: 120 }, (_, index) => ({
    blog: index + 1,
    score: index + 8 * chance(keyword)(`day ${day} blog ${index}`),
  }))
    .toSorted((a, b) => a.score - b.score)
    .slice(0, postsMax)
    .map(({ blog }, index) => ({
      position: index + 1,
      title: titles[blog % titles.length]!.replace('{}', () => keyword),
      link: `https://example.com/blog-${blog}/1`,
    }))
}

const isKorean = (keyword: string) => /\p{Script=Hangul}/u.test(keyword)

const relatedWords = {
  ko: ['추천', '가격', '후기', '비교', '방법', '종류', '순위', '초보', '준비물', '주의할 점', '장단점', '뜻'],
  en: ['reviews', 'price', 'ideas', 'for beginners', 'vs', 'how to', 'tips', 'list', 'guide', 'examples'],
}
const relatedTo = (keyword: string) =>
  relatedWords[isKorean(keyword) ? 'ko' : 'en'].map((word) => `${keyword} ${word}`)

const blogTitles = {
  ko: [
    '{} 처음이라면 이것부터',
    '{} 한 달 써 본 이야기',
    '{} 고를 때 보는 세 가지',
    '주말에 다녀온 {}',
    '{} 질문 모음',
  ],
  en: [
    'Starting out with {}',
    'A month of {}',
    'Three things to check before {}',
    'A weekend of {}',
    '{}: questions',
  ],
}
const webTitles = {
  ko: ['{} 알아보기', '{} 안내', '{} 자주 묻는 질문', '{} 비교표', '{} 용어 정리'],
  en: ['About {}', '{} guide', '{} FAQ', '{} compared', '{} terms explained'],
}

/** Under example.com, which is reserved. */
function contentsAbout(
  keyword: string,
  titles: Record<'ko' | 'en', string[]>,
  kind: 'blog' | 'web',
): KeywordContent[] {
  const language = isKorean(keyword) ? 'ko' : 'en'
  const names = titles[language]
  return Array.from({ length: contentsMax }, (_, index) => ({
    title: names[index % names.length]!.replace('{}', () => keyword) + (index < names.length ? '' : ' 2'),
    link: `https://example.com/${kind}/${index + 1}`,
    description: language === 'ko' ? '예로 든 글이에요.' : 'A sample entry.',
    source: kind === 'blog' ? (language === 'ko' ? '예시 블로그' : 'Sample blog') : '',
    date: kind === 'blog' ? `2026-10-${String(28 - index).padStart(2, '0')}` : null,
  }))
}
