// Routes under /v1/og-image: the pictures that messengers show with a link. They are public like the linked pages.
import { Hono, type Context } from 'hono'
import { describePublication } from '#server/features/articles/publication-picture.ts'
import { describePrompt } from '#server/features/prompts/prompt-picture.ts'
import { describeSharedText } from '#server/features/tools/text-picture.ts'
import { drawOgImage, type OgImage } from '#server/og-image.ts'
import type { Dependencies } from '#server/dependencies.ts'
import type { PublicationKind } from '#shared/articles.ts'
import { AppError } from '#shared/errors.ts'
import { isLanguage, type Language } from '#shared/language.ts'
import en from '#shared/messages/en/home.json' with { type: 'json' }
import ko from '#shared/messages/ko/home.json' with { type: 'json' }
import { shareIdPattern } from '#shared/tools.ts'

const homes = { ko, en }

export function ogImageRoutes({ database }: Dependencies): Hono {
  const publication = (kind: PublicationKind) => async (c: Context) =>
    answer(c, await describePublication(database, kind, { id: numberIn(c), language: languageIn(c) }))
  return new Hono()
    .get('/site/:language', (c) => {
      const language = languageIn(c)
      return answer(c, { title: homes[language].title, note: homes[language].page, language })
    })
    .get('/prompt/:id', async (c) => answer(c, await describePrompt(database, numberIn(c))))
    .get('/article/:id/:language', publication('article'))
    .get('/notice/:id/:language', publication('notice'))
    .get('/text/:id', async (c) => {
      const id = c.req.param('id')
      if (!shareIdPattern.test(id)) throw new AppError('not_found')
      // The author may unshare the text at any time, so no cache may store it.
      return answer(c, await describeSharedText(database, id), 'no-store')
    })
}

function numberIn(c: Context): number {
  const id = c.req.param('id') ?? ''
  if (!/^[1-9]\d{0,14}$/.test(id)) throw new AppError('not_found')
  return Number(id)
}

function languageIn(c: Context): Language {
  const language = c.req.param('language')
  if (!isLanguage(language)) throw new AppError('not_found')
  return language
}

async function answer(c: Context, picture: OgImage, cacheControl = 'public, max-age=300') {
  return c.body(new Uint8Array(await drawOgImage(picture)), 200, {
    'content-type': 'image/png',
    'cache-control': cacheControl,
  })
}
