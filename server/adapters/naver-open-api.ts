// Naver Open API: blog, web and news search, and the search trend of DataLab.
// Facts: github.com/naver/naver-openapi-guide (ko/service-apis/search, ko/service-apis/datalab/search).
import { decodeHTML } from 'entities'
import { z } from 'zod'
import type { OpenApiConfig } from '#server/config.ts'
import { contentsMax, postsMax, type FoundPost, type KeywordContent } from '#shared/keywords.ts'
import type { CountCall } from './daily-calls.ts'
import type { TrendFigures } from './keyword-source.ts'
import { askNaver } from './naver-request.ts'
import { lastMonths } from './last-months.ts'

export function createNaverOpenApi(config: OpenApiConfig, countCall: CountCall) {
  const headers = { 'x-naver-client-id': config.clientId, 'x-naver-client-secret': config.clientSecret }
  return {
    /** The number of documents, and the ten most relevant ones. */
    async search(
      kind: 'blog' | 'webkr' | 'news',
      query: string,
    ): Promise<{ total: number; contents: KeywordContent[] }> {
      const url = new URL(`/v1/search/${kind}.json`, config.url)
      url.search = new URLSearchParams({ query, display: String(contentsMax), sort: 'sim' }).toString()
      await countCall('search')
      const { total, items } = await askNaver(url, { method: 'GET', headers }, searchAnswer)
      return { total, contents: items.flatMap(readContent).slice(0, contentsMax) }
    },

    /** The first hundred posts, each with its position. */
    async readPosts(query: string): Promise<FoundPost[]> {
      const url = new URL('/v1/search/blog.json', config.url)
      url.search = new URLSearchParams({ query, display: String(postsMax), sort: 'sim' }).toString()
      await countCall('search')
      const { items } = await askNaver(url, { method: 'GET', headers }, searchAnswer)
      return items
        .slice(0, postsMax)
        .map(({ title, link }, index) => ({ position: index + 1, title: plainText(title), link }))
        .filter(({ link }) => isWebAddress(link))
    },

    async readTrend(keywords: readonly string[], today: Date): Promise<TrendFigures> {
      const months = lastMonths(today)
      await countCall('datalab')
      const answer = await askNaver(
        new URL('/v1/datalab/search', config.url),
        {
          method: 'POST',
          headers,
          body: {
            startDate: `${months[0]}-01`,
            endDate: lastDayOf(months.at(-1)!),
            timeUnit: 'month',
            keywordGroups: keywords.map((keyword) => ({ groupName: keyword, keywords: [keyword] })),
          },
        },
        trendAnswer,
      )
      const series = keywords.map((keyword) => {
        const data = answer.results.find(({ title }) => title === keyword)?.data ?? []
        // The response leaves out months without searches.
        const ratios = months.map((month) => data.find(({ period }) => period.startsWith(month))?.ratio ?? 0)
        return { keyword, ratios }
      })
      return { months, series }
    },
  }
}

const searchAnswer = z.object({
  total: z.int(),
  items: z.array(
    z.object({
      title: z.string(),
      link: z.string(),
      description: z.string(),
      bloggername: z.string().optional(),
      postdate: z.string().optional(),
      pubDate: z.string().optional(),
    }),
  ),
})
/** `ratio` is text in the reference and a number in its sample. */
const trendAnswer = z.object({
  results: z.array(
    z.object({
      title: z.string(),
      data: z.array(z.object({ period: z.string(), ratio: z.coerce.number() })),
    }),
  ),
})

const isWebAddress = (link: string): boolean => /^https?:\/\//i.test(link)

/** Titles have `<b>` around matches, and entities. Items whose URL is no web address are left out. */
function readContent(item: z.infer<typeof searchAnswer>['items'][number]): KeywordContent[] {
  if (!isWebAddress(item.link)) return []
  return [
    {
      title: plainText(item.title),
      link: item.link,
      description: plainText(item.description),
      source: plainText(item.bloggername ?? ''),
      date: readDate(item),
    },
  ]
}

/** Blogs have the day, news the moment (RFC 1123), pages no date. */
function readDate({ postdate, pubDate }: z.infer<typeof searchAnswer>['items'][number]): string | null {
  const day = /^(\d{4})(\d{2})(\d{2})$/.exec(postdate ?? '')
  if (day) return `${day[1]}-${day[2]}-${day[3]}`
  const moment = Date.parse(pubDate ?? '')
  return Number.isNaN(moment) ? null : new Date(moment).toISOString().slice(0, 10)
}

const plainText = (html: string): string =>
  decodeHTML(html.replace(/<\/?b>/gi, ''))
    .replace(/\s+/g, ' ')
    .trim()

function lastDayOf(month: string): string {
  const [year = 0, index = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, index, 0)).toISOString().slice(0, 10)
}
