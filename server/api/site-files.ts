// Routes for machines: /robots.txt and the sitemaps (R09), feeds, /llms.txt.
import { Hono, type Context } from 'hono'
import { writeFeed } from '#server/features/articles/feed.ts'
import { writeLlmsText } from '#server/features/visits/llms-text.ts'
import { writeSitemap, writeSitemapIndex } from '#server/features/visits/sitemap.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { createSecurityHeaders } from '#server/security-headers.ts'
import { isLanguage, type Language } from '#shared/language.ts'

/** Paths behind a sign-in, and responses that are no pages. */
const closed = [
  '/auth/',
  '/rest/',
  '/realtime/',
  '/*/my',
  '/*/sign/',
  '/*/payment/',
  '/*/usage/',
  '/*/public/write/',
]

export function siteFileRoutes(deps: Dependencies): Hono {
  const origin = deps.config.publicOrigin
  const headers = createSecurityHeaders(deps.config, { isDevelopment: false }).other()
  const answer = (c: Context, type: string, text: string) =>
    c.body(text, 200, {
      ...headers,
      'content-type': `${type}; charset=utf-8`,
      'cache-control': 'public, max-age=3600',
    })
  const index = async (c: Context) =>
    answer(c, 'application/xml', await writeSitemapIndex(deps.database, origin))
  return new Hono()
    .get('/robots.txt', (c) => {
      // Messengers show these with links to our pages.
      const { apiBase } = deps.config
      const rules = [
        `Allow: ${apiBase}/og-image/`,
        ...[`${apiBase}/`, ...closed].map((path) => `Disallow: ${path}`),
      ]
      return answer(
        c,
        'text/plain',
        ['User-agent: *', ...rules, '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n'),
      )
    })
    .get('/llms.txt', (c) => answer(c, 'text/plain', writeLlmsText(origin)))
    .get('/:file{(ko|en)-feed\\.xml}', async (c) => {
      const language = c.req.param('file').slice(0, 2) as Language
      return answer(c, 'application/rss+xml', await writeFeed(deps.database, { origin, language }))
    })
    .get('/sitemap.xml', index)
    .get('/index-sitemap.xml', index)
    .get('/:file{(ko|en)-sitemap\\.xml}', async (c) => {
      const language = c.req.param('file').slice(0, 2)
      const page = c.req.query('page') ?? '1'
      if (!isLanguage(language) || !/^[1-9]\d{0,5}$/.test(page)) return c.text('Not Found', 404, headers)
      const text = await writeSitemap(deps.database, { origin, language, page: Number(page) })
      return answer(c, 'application/xml', text)
    })
}
