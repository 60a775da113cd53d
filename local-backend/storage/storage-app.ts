import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import { bodyLimit } from 'hono/body-limit'
import { describeFailure, describeRequest } from '#backend/describe-failure.ts'
import { checkApiKey, identifyLiveCaller } from '#backend/gateway.ts'
import { bucketRoutes } from './bucket-routes.ts'
import { limitCalls } from './limit-calls.ts'
import { limitWrites } from './limit-writes.ts'
import { objectRoutes } from './object-routes.ts'
import { fromPostgresError } from './postgres-error.ts'
import { openReadRoutes, readRoutes } from './read-routes.ts'
import { signRoutes } from './sign-routes.ts'
import type { StorageContext, StorageEnv } from './storage-context.ts'
import { notEnabled, StorageError, tooLarge } from './storage-error.ts'
import { signedUploadRoutes, uploadRoutes } from './upload-routes.ts'
import { invalidToken } from './url-token.ts'

const jsonMaxBytes = 1_048_576

/** Everything below /storage/v1. Files are counted while they stream; every other body is at most 1 MB. */
export function createStorageApp(storage: StorageContext): Hono<StorageEnv> {
  const app = new Hono<StorageEnv>()
  app.onError((error, c) => answerError(storage, error, c))
  app.use('/render/*', () => {
    throw notEnabled('imageTransformation')
  })
  // Calls without a key are counted per address.
  for (const path of ['/object/public/*', '/object/info/public/*', '/object/sign/*'])
    app.get(path, limitCalls(storage))
  app.put('/object/upload/sign/*', limitCalls(storage), limitWrites(storage))
  app.route('/', openReadRoutes(storage))
  app.route('/', signedUploadRoutes(storage))

  app.use(requireCaller(storage))
  app.use(limitCalls(storage), limitWrites(storage))
  app.use(limitJson())
  app.route('/', bucketRoutes(storage))
  app.route('/', objectRoutes(storage))
  app.route('/', signRoutes(storage))
  app.route('/', readRoutes(storage))
  app.route('/', uploadRoutes(storage))
  app.delete('/cdn/*', () => {
    throw notEnabled('purgeCache')
  })
  app.all('*', (c) => {
    throw new StorageError(
      404,
      'InvalidRequest',
      `Route ${c.req.method}:${c.req.path.slice(0, 200)} not found`,
      {
        error: 'Not Found',
        httpStatus: 404,
      },
    )
  })
  return app
}

function requireCaller(storage: StorageContext): MiddlewareHandler<StorageEnv> {
  return async (c, next) => {
    const key = checkApiKey(c.req.raw.headers, storage.keys)
    if (key.refusal) return c.json(key.refusal, 401)
    const identified = await identifyLiveCaller(c.req.raw.headers, key.kind, storage)
    if (identified.refusal === 'expired') throw invalidToken('"exp" claim timestamp check failed')
    if (identified.refusal === 'ended') throw invalidToken('session has ended')
    if (identified.refusal) throw invalidToken('signature verification failed')
    c.set('caller', identified.caller)
    return next()
  }
}

/** Upload bodies are not JSON here, whatever type they have: POST and PUT of an object. */
function limitJson(): MiddlewareHandler<StorageEnv> {
  const limit = bodyLimit({
    maxSize: jsonMaxBytes,
    onError: () => {
      throw tooLarge()
    },
  })
  const isUpload = /^\/storage\/v1\/object\/(?!(sign|list|list-v2|move|copy|upload)(\/|$))/
  return (c, next) =>
    ['POST', 'PUT'].includes(c.req.method) && isUpload.test(c.req.path) ? next() : limit(c, next)
}

function answerError(storage: StorageContext, error: Error, c: Context): Response {
  const known = error instanceof StorageError ? error : fromPostgresError(error)
  const answer =
    known ?? new StorageError(500, 'InternalError', 'Internal server error', { error: 'Internal' })
  if (answer.httpStatus >= 500 || answer.code === 'Aborted') {
    storage.log({
      level: answer.httpStatus >= 500 ? 'error' : 'info',
      event: answer.code === 'Aborted' ? 'storage_upload_aborted' : 'storage_failed',
      ...describeRequest(c, routePath(c, -1)),
      ...describeFailure(error),
    })
  }
  c.header('cache-control', 'no-store')
  // A client that still sends a refused file must not wait until the rest is read.
  const { incoming } = (c.env ?? {}) as { incoming?: { complete?: boolean } }
  if (incoming?.complete === false) c.header('connection', 'close')
  return c.json(answer.toJSON(), answer.httpStatus)
}
