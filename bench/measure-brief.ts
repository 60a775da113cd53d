// The brief of a keyword whose first ten pages lie on slow sites. The product never reads pages of this machine, so
// this one runs in the bench with another network: names resolve to public addresses and lead to one local server.
import { join } from 'node:path'
import { startPostgres } from '#scripts/engine/embedded-postgres.ts'
import { makeTemplate } from '#scripts/testing/database.ts'
import { startFakeNaver, type FakeNaver } from '#server/adapters/fakes/fake-naver.ts'
import { createLinkReader } from '#server/adapters/link-reader.ts'
import { createDocumentReader } from '#server/adapters/reading/document-reader.ts'
import type { OpenedBrief } from '#server/features/keywords/read-brief.ts'
import { html, startFakeWeb, type FakeWeb } from '#server/testing/fake-web.ts'
import { createTestProduct, type TestProduct } from '#server/testing/test-product.ts'
import { percentile } from './percentile.ts'

const pages = 10
const answerMs = 1_000
const keywords = ['홈카페', '캠핑 의자', '동네 도서관', '겨울 산행', '제주 걷기']

/** Seconds from the request to the brief, over keywords that nobody asked for before. */
export type BriefFigures = { pages: number; answerMs: number; median: number; slowest: number }

export async function measureBrief(dataFolder: string): Promise<BriefFigures> {
  const postgres = await startPostgres({ folder: join(dataFolder, 'brief') })
  const [naver, web] = await Promise.all([startFakeNaver(), startFakeWeb()])
  try {
    process.env.TEST_ADMIN_URL = postgres.adminUrl
    await makeTemplate(postgres.adminUrl)
    const reader = createDocumentReader()
    const product = await createTestProduct({
      // The pause between its calls is the product's own.
      env: { ...naver.env, NAVER_SEARCHAD_PAUSE_MS: '500' },
      deps: { reader, links: createLinkReader(web.fetch, reader, web.robots) },
    })
    try {
      const seconds = await openBriefs(product, naver, web)
      return { pages, answerMs, median: percentile(seconds, 0.5), slowest: Math.max(...seconds) }
    } finally {
      await product.close()
    }
  } finally {
    await Promise.all([naver.close(), web.close()])
    await postgres.stop()
  }
}

/** @throws when a brief lacks a page */
async function openBriefs(product: TestProduct, naver: FakeNaver, web: FakeWeb): Promise<number[]> {
  const member = await product.member()
  const seconds: number[] = []
  for (const [round, keyword] of keywords.entries()) {
    // Sites of their own: the rules and pages of known ones are cached.
    const hosts = Array.from({ length: pages }, (_, index) => `site-${round}-${index}.example.com`)
    for (const [index, host] of hosts.entries()) {
      web.pages[`${host}/post`] = answerLater(html(makePage(keyword, index)))
      web.pages[`${host}/robots.txt`] = answerLater((response) => {
        response.setHeader('content-type', 'text/plain')
        response.end('User-agent: *\nDisallow: /admin')
      })
    }
    naver.refuse = ({ path }) =>
      path.startsWith('/v1/search') ? findPages(path.includes('blog') ? hosts : []) : null
    const askedAt = performance.now()
    const body = { uuid: member.id, keyword }
    const response = await product.post('/v1/ai/tool/keyword-brief', body, member.token)
    const { result } = (await response.json()) as { result?: OpenedBrief }
    seconds.push((performance.now() - askedAt) / 1000)
    const read = result?.brief.pages.filter(({ outline }) => outline).length
    if (read !== pages) throw new Error(`The brief has ${read} pages of ${pages}.`)
  }
  return seconds
}

function findPages(hosts: readonly string[]) {
  const items = hosts.map((host) => ({
    title: host,
    link: `http://${host}/post`,
    description: '',
    postdate: '20261103',
  }))
  return { status: 200, body: { total: items.length, items } }
}

type Answer = FakeWeb['pages'][string]
const answerLater =
  (answer: Answer): Answer =>
  (response, request) =>
    void setTimeout(() => answer(response, request), answerMs)

/** A blog post of usual size: 3,000 letters under twelve headings, with pictures, and the markup of a menu. */
function makePage(keyword: string, index: number): string {
  const menu = Array.from(
    { length: 200 },
    (_, item) => `<li><a href="/category/${item}">분류 ${item}</a></li>`,
  )
  const sections = Array.from(
    { length: 12 },
    (_, part) =>
      `<h2>${keyword} ${index}-${part}</h2><p>${`${keyword}에 대해 알아 둘 것을 차례대로 적었다. `.repeat(10)}</p><img src="/${part}.jpg">`,
  )
  return `<!doctype html><title>${keyword}</title><body><nav><ul>${menu.join('')}</ul></nav><article><h1>${keyword}</h1>${sections.join('')}</article>`
}
