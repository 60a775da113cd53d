import { Hono } from 'hono'
import type { Caller } from '#backend/gateway.ts'
import { queryAs } from './as-caller.ts'
import { checkBucketName, readObjectAddress } from './object-key.ts'
import { findBucket, findObject } from './object-rows.ts'
import { readInteger, readJson, readTexts } from './request-json.ts'
import type { StorageContext, StorageEnv } from './storage-context.ts'
import { notEnabled } from './storage-error.ts'

const pathsMax = 1_000
/** One year: files with a longer use belong in a public bucket. */
const addressMaxSeconds = 31_536_000

/** createSignedUrl and createSignedUrls: a caller who may see an object may sign URLs of it. */
export function signRoutes(storage: StorageContext): Hono<StorageEnv> {
  const app = new Hono<StorageEnv>()

  app.post('/object/sign/:bucket', async (c) => {
    const bucket = checkBucketName(c.req.param('bucket'))
    const body = await readJson(c)
    const seconds = readExpiry(body)
    const paths = readTexts(body, 'paths', pathsMax)
    await findBucket(storage.pool, bucket)
    const visible = await findVisible(storage, c.get('caller'), bucket, paths)
    const answers = paths.map(async (path) =>
      visible.has(path)
        ? { path, error: null, signedURL: await sign(bucket, path, seconds) }
        : {
            path,
            error: 'Either the object does not exist or you do not have access to it',
            signedURL: null,
          },
    )
    return c.json(await Promise.all(answers))
  })

  app.post('/object/sign/*', async (c) => {
    const address = readObjectAddress(c.req.url, '/object/sign/')
    const body = await readJson(c)
    if (body.transform !== undefined) throw notEnabled('imageTransformation')
    const seconds = readExpiry(body)
    await findBucket(storage.pool, address.bucket)
    await findObject(storage.pool, c.get('caller'), address)
    return c.json({ signedURL: await sign(address.bucket, address.key, seconds) })
  })

  async function sign(bucket: string, key: string, seconds: number): Promise<string> {
    const url = `${bucket}/${key}`
    const token = await storage.urlTokens.sign({ url, purpose: 'download' }, seconds)
    // Not encoded: the client encodes the whole URL.
    return `/object/sign/${url}?token=${token}`
  }
  return app
}

function readExpiry(body: Record<string, unknown>): number {
  return readInteger(body, 'expiresIn', { min: 1, max: addressMaxSeconds })
}

async function findVisible(
  storage: StorageContext,
  caller: Caller,
  bucket: string,
  paths: string[],
): Promise<Set<string>> {
  const text = 'select name from storage.objects where bucket_id = $1 and name = any ($2)'
  const rows = await queryAs<{ name: string }>(storage.pool, caller, text, [bucket, paths])
  return new Set(rows.map(({ name }) => name))
}
