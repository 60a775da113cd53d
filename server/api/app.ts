// All routes under the base of our own calls (`/v1` unless configured otherwise), in order.
import { Hono } from 'hono'
import type { Dependencies } from '#server/dependencies.ts'
import { createSecurityHeaders } from '#server/security-headers.ts'
import { AppError } from '#shared/errors.ts'
import { aiRoutes } from './ai.ts'
import { authRoutes } from './auth.ts'
import { contactRoutes } from './contact.ts'
import { answerError } from './error-response.ts'
import { keywordRoutes } from './keywords.ts'
import { ogImageRoutes } from './og-images.ts'
import { mailRoutes } from './mail.ts'
import { paymentRoutes } from './payments.ts'
import { promptRunRoutes } from './prompt-runs.ts'
import { refuseUnknownRoute } from './refuse-unknown-route.ts'
import { runRoutes } from './runs.ts'
import { toneRoutes } from './tones.ts'

export function createApi(deps: Dependencies): Hono {
  const api = new Hono().basePath(deps.config.apiBase)
  const headers = createSecurityHeaders(deps.config, { isDevelopment: false }).other()

  api.use('*', async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value)
    if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store')
  })
  api.use('*', async (c, next) => {
    // Browsers send the origin of the calling page. Pages of other sites are refused, with or without a token.
    const origin = c.req.header('origin')
    if (origin !== undefined && !deps.config.ownOrigins.includes(origin)) throw new AppError('forbidden')
    await next()
  })

  api.route('/auth', authRoutes(deps))
  api.route('/auth/user/tone', toneRoutes(deps))
  api.route('/runs', runRoutes(deps))
  api.route('/ai', aiRoutes(deps))
  api.route('/ai/tool', keywordRoutes(deps))
  api.route('/ai/use', promptRunRoutes(deps))
  api.route('/og-image', ogImageRoutes(deps))
  api.route('/payment', paymentRoutes(deps))
  api.route('/mail', mailRoutes(deps))
  api.route('/contact', contactRoutes(deps))

  api.all('*', refuseUnknownRoute(api))
  api.onError((error, c) => answerError(c, error))
  return api
}
