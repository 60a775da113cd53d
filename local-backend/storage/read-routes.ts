import { Hono, type Context } from 'hono'
import { service } from './as-caller.ts'
import { readObjectAddress } from './object-key.ts'
import { findBucket, findObject, findReadable, type StoredObject } from './object-rows.ts'
import { serveFile } from './serve-file.ts'
import type { StorageContext, StorageEnv } from './storage-context.ts'
import { noSuchBucket } from './storage-error.ts'
import { invalidToken } from './url-token.ts'

/** The routes of getPublicUrl and createSignedUrl: browsers navigate here, without our headers. */
export function openReadRoutes(storage: StorageContext): Hono<StorageEnv> {
  const app = new Hono<StorageEnv>()

  app.get('/object/public/*', async (c) => {
    const object = await findPublic(storage, c.req.url, '/object/public/')
    return serveFile(c.req.raw, storage.files, object, {})
  })

  app.get('/object/info/public/*', async (c) =>
    c.json(infoOf(await findPublic(storage, c.req.url, '/object/info/public/'))),
  )

  app.get('/object/sign/*', async (c) => {
    const address = readObjectAddress(c.req.url, '/object/sign/')
    const token = c.req.query('token')
    if (!token) throw invalidToken('jwt must be provided')
    const { secondsLeft } = await storage.urlTokens.verify(
      token,
      'download',
      `${address.bucket}/${address.key}`,
    )
    const object = await findObject(storage.pool, service, address)
    return serveFile(c.req.raw, storage.files, object, { cacheControl: `private, max-age=${secondsLeft}` })
  })
  return app
}

/** download and info: the caller's policies decide, except for public buckets. */
export function readRoutes(storage: StorageContext): Hono<StorageEnv> {
  const app = new Hono<StorageEnv>()
  for (const prefix of ['/object/info/authenticated/', '/object/info/']) {
    app.get(`${prefix}*`, async (c) => c.json(infoOf(await find(c, prefix))))
  }
  for (const prefix of ['/object/authenticated/', '/object/']) {
    app.get(`${prefix}*`, async (c) => serveFile(c.req.raw, storage.files, await find(c, prefix), {}))
  }

  function find(c: Context<StorageEnv>, prefix: string): Promise<StoredObject> {
    return findReadable(storage.pool, c.get('caller'), readObjectAddress(c.req.url, prefix))
  }
  return app
}

async function findPublic(storage: StorageContext, url: string, prefix: string): Promise<StoredObject> {
  const address = readObjectAddress(url, prefix)
  const bucket = await findBucket(storage.pool, address.bucket)
  // A private bucket looks like a missing one.
  if (!bucket.public) throw noSuchBucket()
  return findObject(storage.pool, service, address)
}

function infoOf(object: StoredObject): object {
  return {
    id: object.id,
    name: object.name,
    version: object.version,
    bucket_id: object.bucket_id,
    size: object.metadata.size,
    content_type: object.metadata.mimetype,
    content_encoding: object.metadata.contentEncoding ?? null,
    cache_control: object.metadata.cacheControl,
    etag: object.metadata.eTag,
    metadata: object.user_metadata ?? {},
    last_modified: object.updated_at,
    created_at: object.created_at,
  }
}
