// Everything under the base of our own calls (`/v1` unless another is configured), read from top to bottom.
import { Hono } from 'hono'
import type { Parts } from '#server/parts.ts'
import { createSecurityHeaders } from '#server/security-headers.ts'
import { AppError } from '#shared/errors.ts'
import { aiRoutes } from './ai.ts'
import { authRoutes } from './auth.ts'
import { contactRoutes } from './contact.ts'
import { answerError } from './error-response.ts'
import { keywordRoutes } from './keywords.ts'
import { linkPictureRoutes } from './link-pictures.ts'
import { mailRoutes } from './mail.ts'
import { paymentRoutes } from './payments.ts'
import { promptRunRoutes } from './prompt-runs.ts'
import { refuseUnknownRoute } from './refuse-unknown-route.ts'
import { runRoutes } from './runs.ts'
import { toneRoutes } from './tones.ts'

export function createApi(parts: Parts): Hono {
  const api = new Hono().basePath(parts.config.apiBase)
  const headers = createSecurityHeaders(parts.config, { isDevelopment: false }).other()

  api.use('*', async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value)
    if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store')
  })
  api.use('*', async (c, next) => {
    // Browsers name the calling page: a page of another site has no business here, token or not.
    const origin = c.req.header('origin')
    if (origin !== undefined && !parts.config.ownOrigins.includes(origin)) throw new AppError('forbidden')
    await next()
  })

  api.route('/auth', authRoutes(parts))
  api.route('/auth/user/tone', toneRoutes(parts))
  api.route('/runs', runRoutes(parts))
  api.route('/ai', aiRoutes(parts))
  api.route('/ai/tool', keywordRoutes(parts))
  api.route('/ai/use', promptRunRoutes(parts))
  api.route('/link-picture', linkPictureRoutes(parts))
  api.route('/payment', paymentRoutes(parts))
  api.route('/mail', mailRoutes(parts))
  api.route('/contact', contactRoutes(parts))

  api.all('*', refuseUnknownRoute(api))
  api.onError((error, c) => answerError(c, error))
  return api
}
