import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { Hono, type Context } from 'hono'
import { service } from './as-caller.ts'
import { readObjectAddress } from './object-key.ts'
import type { WriteMode } from './object-rows.ts'
import type { UploadSource } from './receive-file.ts'
import type { StorageContext, StorageEnv } from './storage-context.ts'
import { invalidToken } from './url-token.ts'
import { checkMayWrite, ownerOf, uploadFile } from './upload-file.ts'

/** As at Supabase: a signed URL for an upload is valid for two hours. */
const uploadAddressSeconds = 7_200

/** upload, update and createSignedUploadUrl: the caller's policies decide. */
export function uploadRoutes(storage: StorageContext): Hono<StorageEnv> {
  const app = new Hono<StorageEnv>()

  app.post('/object/upload/sign/*', async (c) => {
    const address = readObjectAddress(c.req.url, '/object/upload/sign/')
    const caller = c.get('caller')
    const upsert = isUpsert(c)
    const mode: WriteMode = upsert ? 'upsert' : 'create'
    await checkMayWrite(storage, { ...address, caller, owner: ownerOf(caller), mode })
    const url = `${address.bucket}/${address.key}`
    const grant = { url, purpose: 'upload', owner: ownerOf(caller), upsert } as const
    const token = await storage.urlTokens.sign(grant, uploadAddressSeconds)
    return c.json({ url: `/object/upload/sign/${url}?token=${token}`, token })
  })

  app.post('/object/*', (c) => upload(c, isUpsert(c) ? 'upsert' : 'create'))
  app.put('/object/*', (c) => upload(c, 'replace'))

  async function upload(c: Context<StorageEnv>, mode: WriteMode) {
    const caller = c.get('caller')
    const address = readObjectAddress(c.req.url, '/object/')
    return c.json(
      await uploadFile(storage, uploadSource(c), { ...address, caller, owner: ownerOf(caller), mode }),
    )
  }
  return app
}

/** uploadToSignedUrl: the token decides, so the route needs no key. */
export function signedUploadRoutes(storage: StorageContext): Hono<StorageEnv> {
  const app = new Hono<StorageEnv>()
  app.put('/object/upload/sign/*', async (c) => {
    const address = readObjectAddress(c.req.url, '/object/upload/sign/')
    const token = c.req.query('token')
    if (!token) throw invalidToken('jwt must be provided')
    const { grant } = await storage.urlTokens.verify(token, 'upload', `${address.bucket}/${address.key}`)
    const mode = grant.upsert ? 'upsert' : 'create'
    return c.json(
      await uploadFile(storage, uploadSource(c), { ...address, caller: service, owner: grant.owner, mode }),
    )
  })
  return app
}

function isUpsert(c: Context): boolean {
  return c.req.header('x-upsert') === 'true'
}

/**
 * The body stream of Node's server, which saves a copy of each chunk. A request that was created again has its own
 * body, and one of another server has only a web stream.
 */
function uploadSource(c: Context): UploadSource {
  const { headers } = c.req.raw
  const incoming = (c.env as { incoming?: unknown } | undefined)?.incoming
  const isAsReceived = Object.getPrototypeOf(c.req.raw) !== Request.prototype
  if (incoming instanceof Readable && isAsReceived) return { headers, body: incoming }
  const body = c.req.raw.body as ReadableStream | null
  return { headers, body: body ? Readable.fromWeb(body) : Readable.from([]) }
}
