import { Hono } from 'hono'
import type { Caller } from '#backend/gateway.ts'
import { asCaller } from './as-caller.ts'
import { checkMediaType, maxBytesOf } from './bucket-limits.ts'
import { FileMissing } from './file-store.ts'
import { listByPrefix, listFolder } from './list-objects.ts'
import { checkBucketName, checkKey, readObjectAddress, type ObjectAddress } from './object-key.ts'
import {
  deleteObjects,
  findBucket,
  findObject,
  type StoredMetadata,
  type StoredObject,
} from './object-rows.ts'
import { readJson, readHeaderText, readText, readTexts, type JsonObject } from './request-json.ts'
import type { StorageContext, StorageEnv } from './storage-context.ts'
import { noSuchKey, notEnabled, tooLarge } from './storage-error.ts'
import { removeFiles } from './unused-files.ts'
import { checkMayWrite, newObject, ownerOf, storeObject, type Upload } from './upload-file.ts'

const keysMax = 1_000

/** list, listV2, move, copy and remove: the caller's policies decide. */
export function objectRoutes(storage: StorageContext): Hono<StorageEnv> {
  const app = new Hono<StorageEnv>()

  for (const [path, list] of [
    ['/object/list/:bucket', listFolder],
    ['/object/list-v2/:bucket', listByPrefix],
  ] as const) {
    app.post(path, async (c) => {
      const body = await readJson(c)
      for (const option of ['noncurrentVersions', 'deleteMarkers']) {
        if (body[option] !== undefined && body[option] !== 'exclude') throw notEnabled('objectVersioning')
      }
      const bucket = checkBucketName(c.req.param('bucket'))
      return c.json(await list(storage.pool, c.get('caller'), bucket, body))
    })
  }

  app.post('/object/move', async (c) => {
    const { source, target } = readSourceAndTarget(await readJson(c))
    await moveObject(storage, c.get('caller'), source, target)
    return c.json({ message: 'Successfully moved' })
  })

  app.post('/object/copy', async (c) => {
    const body = await readJson(c)
    const { source, target } = readSourceAndTarget(body)
    const caller = c.get('caller')
    const mode = c.req.header('x-upsert') === 'true' ? 'upsert' : 'create'
    const upload: Upload = { ...target, caller, owner: ownerOf(caller), mode }
    const copied = await copyObject(storage, upload, source, body)
    return c.json({ Id: copied, Key: `${target.bucket}/${target.key}` })
  })

  app.delete('/object/:bucket', async (c) => {
    const bucket = checkBucketName(c.req.param('bucket'))
    const body = await readJson(c)
    if (Array.isArray(body.prefixes) && body.prefixes.some((entry) => typeof entry === 'object'))
      throw notEnabled('objectVersioning')
    const keys = readTexts(body, 'prefixes', keysMax).filter((key) => !key.includes('\u0000'))
    return c.json(await remove(storage, c.get('caller'), bucket, keys))
  })

  app.delete('/object/*', async (c) => {
    const { bucket, key } = readObjectAddress(c.req.url, '/object/')
    const removed = await remove(storage, c.get('caller'), bucket, [key])
    if (removed.length === 0) throw noSuchKey()
    return c.json({ message: 'Successfully deleted' })
  })
  return app
}

async function remove(storage: StorageContext, caller: Caller, bucket: string, keys: string[]) {
  const deleted = await deleteObjects(storage.pool, caller, bucket, keys)
  await removeFiles(
    storage,
    deleted.map(({ version }) => version),
  )
  return deleted
}

function readSourceAndTarget(body: JsonObject): { source: ObjectAddress; target: ObjectAddress } {
  if (body.sourceVersionId !== undefined) throw notEnabled('objectVersioning')
  const bucket = checkBucketName(readText(body, 'bucketId'))
  return {
    source: { bucket, key: checkKey(readText(body, 'sourceKey')) },
    target: {
      bucket: checkBucketName(readText(body, 'destinationBucket', bucket)),
      key: checkKey(readText(body, 'destinationKey')),
    },
  }
}

/** Bytes stay in place: one statement changes only the row's name. */
async function moveObject(
  storage: StorageContext,
  caller: Caller,
  source: ObjectAddress,
  target: ObjectAddress,
): Promise<void> {
  const object = await findObject(storage.pool, caller, source)
  await checkFits(storage, object.metadata, target)
  await asCaller(storage.pool, caller, async (client) => {
    const { rowCount } = await client.query(
      'update storage.objects set bucket_id = $3, name = $4 where bucket_id = $1 and name = $2',
      [source.bucket, source.key, target.bucket, target.key],
    )
    if (!rowCount) throw noSuchKey()
  })
}

async function copyObject(
  storage: StorageContext,
  upload: Upload,
  source: ObjectAddress,
  body: JsonObject,
): Promise<string> {
  const original = await findObject(storage.pool, upload.caller, source)
  const metadata = copiedMetadata(original, body)
  await checkFits(storage, metadata, upload)
  await checkMayWrite(storage, upload)
  const object = newObject(upload, metadata, body.copyMetadata === false ? null : original.user_metadata)
  try {
    return await storeObject(storage, upload, object, () =>
      storage.files.copy(original.version, object.version),
    )
  } catch (error) {
    if (error instanceof FileMissing) throw noSuchKey()
    throw error
  }
}

/** The original's metadata, except the caller's own values with `copyMetadata: false`. */
function copiedMetadata({ metadata }: StoredObject, body: JsonObject): StoredMetadata {
  const stated = (body.copyMetadata === false ? body.metadata : undefined) as JsonObject | undefined
  return {
    ...metadata,
    lastModified: new Date().toISOString(),
    ...(stated
      ? {
          mimetype: readHeaderText(stated, 'mimetype', metadata.mimetype),
          cacheControl: readHeaderText(stated, 'cacheControl', metadata.cacheControl),
        }
      : {}),
  }
}

/** A move or copy into a bucket must satisfy the same limits as an upload. */
async function checkFits(
  storage: StorageContext,
  metadata: StoredMetadata,
  target: ObjectAddress,
): Promise<void> {
  const bucket = await findBucket(storage.pool, target.bucket)
  checkMediaType(bucket, metadata.mimetype)
  if (metadata.size > maxBytesOf(bucket, storage.fileSizeLimitBytes)) throw tooLarge()
}
