import type { KeywordMetrics, KeywordReport } from '#shared/keywords.ts'
import { KeywordReportView } from './keyword-report-view.tsx'
import { useTranslation } from '#app/session/words.tsx'
import styles from './example-report.module.css'

/** An example analysis for members without one. */
export default function ExampleReport() {
  const { t, language } = useTranslation('keywords')
  return (
    <div className={styles.example}>
      <p className="u-bold">{t('keywords.example.title')}</p>
      <p className={styles.note}>{t('keywords.example.note')}</p>
      <KeywordReportView report={examples[language]} cost={null} />
    </div>
  )
}

function metrics(
  keyword: string,
  [pc, mobile]: [number, number],
  competition: KeywordMetrics['competition'],
): KeywordMetrics {
  return {
    keyword,
    pc_searches: { count: pc, less_than: false },
    mobile_searches: { count: mobile, less_than: false },
    pc_clicks: 12.4,
    mobile_clicks: 148.3,
    pc_click_rate: 0.34,
    mobile_click_rate: 0.51,
    ad_count: 10,
    competition,
  }
}

const shared = {
  is_sample: true,
  read_at: '2026-11-20T00:00:00Z',
  flags: { is_adult: false, is_restricted: false, is_sell_prohibited: false },
  estimates: [
    { bid: 200, impressions: 9_400, clicks: 62, click_rate: 0.66, cost_per_click: 150, cost: 9_300 },
    { bid: 500, impressions: 18_200, clicks: 171, click_rate: 0.94, cost_per_click: 372, cost: 63_612 },
    { bid: 1_000, impressions: 24_900, clicks: 268, click_rate: 1.08, cost_per_click: 741, cost: 198_588 },
  ],
  blog_count: 184_000,
  web_count: 96_500,
}

const examples: Record<'ko' | 'en', KeywordReport> = {
  ko: {
    ...shared,
    keyword: '홈카페',
    metrics: metrics('홈카페', [3_650, 29_100], 'high'),
    related: [
      metrics('홈카페 용품', [840, 6_120], 'high'),
      metrics('홈카페 인테리어', [620, 4_980], 'middle'),
      metrics('홈카페 레시피', [210, 2_760], 'low'),
      metrics('홈카페 원두', [190, 1_430], 'middle'),
    ],
    blogs: [
      {
        title: '홈카페 처음 시작할 때 산 것 다섯 가지',
        link: 'https://example.com/blog/1',
        description: '드리퍼부터 저울까지, 없어도 됐던 것도 솔직하게 적었어요.',
        source: '예시 블로그',
        date: '2026-11-12',
      },
    ],
    webs: [
      {
        title: '홈카페 원두 고르는 법',
        link: 'https://example.com/web/1',
        description: '볶은 날짜와 분쇄도를 먼저 보세요.',
        source: '',
        date: null,
      },
    ],
  },
  en: {
    ...shared,
    keyword: 'home cafe',
    metrics: metrics('home cafe', [1_240, 5_870], 'middle'),
    related: [
      metrics('home cafe ideas', [320, 1_410], 'low'),
      metrics('home cafe set up', [180, 960], 'middle'),
      metrics('home cafe menu', [150, 820], 'low'),
    ],
    blogs: [
      {
        title: 'Five things I bought when I started a home cafe',
        link: 'https://example.com/blog/1',
        description: 'From the dripper to the scale, and what I could have left in the shop.',
        source: 'Sample blog',
        date: '2026-11-12',
      },
    ],
    webs: [
      {
        title: 'How to choose beans for a home cafe',
        link: 'https://example.com/web/1',
        description: 'Look at the roast date and the grind first.',
        source: '',
        date: null,
      },
    ],
  },
}
