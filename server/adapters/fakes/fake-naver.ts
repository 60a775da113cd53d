// Naver's Search Ad and Open API on 127.0.0.1, with their error responses, as their references describe them. For tests
// only.
import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

type Answer = { status: number; body: unknown; headers?: Record<string, string> }
export type NaverCall = { method: string; path: string; query: URLSearchParams; body: unknown }

export type FakeNaver = {
  calls: NaverCall[]
  /** Replaces the answer of the next calls; null answers as usual. */
  refuse: (call: NaverCall) => Answer | null | Promise<Answer | null>
  env: Record<string, string>
  close(): Promise<void>
}

const secret = 'test-secret'
const openId = 'client'
const openSecret = 'client-secret'

export async function startFakeNaver(): Promise<FakeNaver> {
  const fake: FakeNaver = { calls: [], refuse: () => null, env: {}, close: () => Promise.resolve() }
  const server = createServer((request, response) => {
    void answer(fake, request).then(({ status, body, headers }) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  fake.env = {
    NAVER_SEARCHAD_URL: url,
    NAVER_SEARCHAD_API_KEY: 'licence',
    NAVER_SEARCHAD_SECRET_KEY: secret,
    NAVER_SEARCHAD_CUSTOMER_ID: '1234567',
    NAVER_SEARCHAD_PAUSE_MS: '0',
    NAVER_OPENAPI_URL: url,
    NAVER_OPENAPI_CLIENT_ID: openId,
    NAVER_OPENAPI_CLIENT_SECRET: openSecret,
  }
  fake.close = () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return fake
}

async function answer(fake: FakeNaver, request: IncomingMessage): Promise<Answer> {
  const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://naver')
  const method = request.method ?? 'GET'
  let text = ''
  for await (const chunk of request) text += String(chunk)
  const body: unknown = text ? JSON.parse(text) : null
  const call = { method, path, query, body }
  fake.calls.push(call)
  const isOpenApi = path.startsWith('/v1/')
  const problem = isOpenApi ? refuseOpenApi(request) : refuseSearchAd(request, method, path)
  return problem ?? (await fake.refuse(call)) ?? (isOpenApi ? openApi(call) : searchAd(call))
}

function refuseSearchAd({ headers }: IncomingMessage, method: string, path: string): Answer | null {
  const signature = createHmac('sha256', secret)
    .update(`${String(headers['x-timestamp'])}.${method}.${path}`)
    .digest('base64')
  const refuse = (type: string, title: string): Answer => ({
    status: 403,
    body: { status: 403, type: `urn:naver:api:problem:${type}`, title },
  })
  if (headers['x-api-key'] !== 'licence') return refuse('invalid-apikey', 'Invalid API Key')
  if (headers['x-customer'] !== '1234567') return refuse('auth-failed', 'Auth Failed')
  if (headers['x-signature'] !== signature) return refuse('invalid-signature', 'Invalid Signature')
  return null
}

function refuseOpenApi({ headers }: IncomingMessage): Answer | null {
  if (headers['x-naver-client-id'] === openId && headers['x-naver-client-secret'] === openSecret) return null
  return {
    status: 401,
    body: { errorMessage: 'Authentication failed (인증에 실패했습니다.)', errorCode: '024' },
  }
}

function searchAd({ method, path, query, body }: NaverCall): Answer {
  const headers = { 'x-transaction-id': 'transaction' }
  const invalid = { status: 400, body: { code: 1002, title: 'Invalid request' }, headers }
  if (method === 'GET' && path === '/keywordstool') {
    const hints = (query.get('hintKeywords') ?? '').split(',')
    if (hints.length > 5 || hints[0] === '') return invalid
    return { status: 200, body: { keywordList: keywordRows(hints[0]!) }, headers }
  }
  if (method === 'GET' && path === '/ncc/managedKeyword')
    return { status: 200, body: (query.get('keywords') ?? '').split(',').map(managed), headers }
  if (method === 'POST' && path === '/estimate/performance/keyword') {
    const { key, bids, device } = body as { key: string; bids: number[]; device: string }
    if (bids.some((bid) => bid < 70 || bid > 100_000 || bid % 10 !== 0))
      return { status: 400, body: { code: 2102, title: 'bid amount invalid' }, headers }
    const estimate = bids.map((bid) => ({ bid, clicks: bid / 10, impressions: bid * 4, cost: bid * 5 }))
    return {
      status: 200,
      body: { device, keywordplus: true, keyword: key, nccKeywordId: null, estimate },
      headers,
    }
  }
  return { status: 404, body: { code: 1001, title: 'not found' }, headers }
}

/** The figures of 콜라 are those of a public example. Small counts are text; related keywords come first. */
function keywordRows(hint: string) {
  const row = (relKeyword: string, pc: number | string, mobile: number | string) => ({
    relKeyword,
    monthlyPcQcCnt: pc,
    monthlyMobileQcCnt: mobile,
    monthlyAvePcClkCnt: 15.9,
    monthlyAveMobileClkCnt: '25.5',
    monthlyAvePcCtr: 0.69,
    monthlyAveMobileCtr: 0.19,
    plAvgDepth: 15,
    compIdx: '높음',
  })
  return [row(`${hint}추천`, 120, 990), row(hint, 2460, 14700), row(`${hint}뜻`, '< 10', '<10')]
}

const managed = (keyword: string) => ({
  keyword,
  managedKeyword: {
    keyword,
    isAdult: keyword.includes('소주'),
    isRestricted: false,
    isSellProhibit: false,
    isSeason: false,
    isLowSearchVolume: false,
    regTm: '2020-01-01T00:00:00.000Z',
    editTm: '2020-01-01T00:00:00.000Z',
  },
})

function openApi({ path, query, body }: NaverCall): Answer {
  const bad = (errorCode: string) => ({ status: 400, body: { errorMessage: 'bad', errorCode } })
  if (/^\/v1\/search\/(?:blog|webkr|news)\.json$/.test(path)) {
    const display = Number(query.get('display') ?? 10)
    if (!query.get('query')) return bad('SE01')
    if (!(display >= 1 && display <= 100)) return bad('SE02')
    const isBlog = path.includes('blog')
    const isNews = path.includes('news')
    const items = Array.from({ length: display }, (_, index) => ({
      title: `<b>${query.get('query')}</b> &quot;이야기&quot; ${index + 1}`,
      link: linkOf({ isNews, index }),
      description: '첫 &lt;script&gt; 문장 &amp; 다음',
      ...(isBlog ? { bloggername: '어느 블로그', bloggerlink: 'blog.naver.com', postdate: '20261103' } : {}),
      ...(isNews ? { originallink: '', pubDate: 'Tue, 03 Nov 2026 23:30:00 +0900' } : {}),
    }))
    return {
      status: 200,
      body: { lastBuildDate: '', total: isBlog ? 512_345 : 98_765, start: 1, display, items },
    }
  }
  if (path === '/v1/datalab/search') return { status: 200, body: trend(body) }
  return { status: 404, body: { errorMessage: 'no such api', errorCode: 'SE05' } }
}

/** The last item has a URL that must not become a link. */
const linkOf = ({ isNews, index }: { isNews: boolean; index: number }): string =>
  index === 9
    ? 'javascript:alert(1)'
    : isNews
      ? `https://n.news.naver.com/article/${index + 1}`
      : `https://blog.naver.com/post/${index + 1}`

/** The largest of all groups is 100; a month without searches is missing. */
function trend(body: unknown) {
  const { startDate, endDate, keywordGroups } = body as {
    startDate: string
    endDate: string
    keywordGroups: { groupName: string; keywords: string[] }[]
  }
  const results = keywordGroups.map(({ groupName, keywords }, group) => ({
    title: groupName,
    keywords,
    data: [
      { period: startDate, ratio: group === 0 ? 100 : '40.5' },
      { period: `${endDate.slice(0, 7)}-01`, ratio: 12.25 },
    ],
  }))
  return { startDate, endDate, timeUnit: 'month', results }
}
