import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { Caller } from '#backend/gateway.ts'
import { asCaller, dryRunAs } from './as-caller.ts'
import { checkMediaType, maxBytesOf } from './bucket-limits.ts'
import type { ObjectAddress } from './object-key.ts'
import {
  findBucket,
  commitFile,
  markUnused,
  writeObject,
  type Bucket,
  type NewObject,
  type StoredMetadata,
  type WriteMode,
} from './object-rows.ts'
import { readBytesLeft, requireQuota } from './quota.ts'
import { receiveFile, type ReceivedFile, type UploadSource } from './receive-file.ts'
import type { StorageContext } from './storage-context.ts'
import { quotaExceeded } from './storage-error.ts'
import { reserveFile, removeFiles } from './unused-files.ts'

export type Upload = ObjectAddress & {
  caller: Caller
  /** The `sub` of the object's owner. */
  owner: string | null
  mode: WriteMode
}

/**
 * Uploads the file of a request. Policies are checked first, then the bytes are received and stored, and only then a
 * row references them. Throws StorageError and errors of Postgres; a failed upload leaves nothing.
 */
export async function uploadFile(
  storage: StorageContext,
  source: UploadSource,
  upload: Upload,
): Promise<{ Id: string; Key: string }> {
  const bucket = await findBucket(storage.pool, upload.bucket)
  await checkMayWrite(storage, upload)
  const left = await readBytesLeft(storage.pool, upload.owner, storage.ownerQuotaBytes, upload)
  const reserved = reserveBytes(storage, source, upload.owner, bucket, left)
  try {
    return await receiveAndStore(storage, source, upload, bucket, reserved.bytes)
  } finally {
    reserved.release()
  }
}

/** Reserves space for one upload. Even without a quota, an owner sends at most ten of the largest files at once. */
function reserveBytes(
  { inFlight, fileSizeLimitBytes }: StorageContext,
  { headers }: UploadSource,
  owner: string | null,
  bucket: Bucket,
  left: number,
): { bytes: number; release: () => void } {
  const fileMax = maxBytesOf(bucket, fileSizeLimitBytes)
  if (owner === null) return { bytes: fileMax, release: () => {} }
  const declared = Number(headers.get('content-length') ?? fileMax)
  const reserved = inFlight.reserve(
    owner,
    Math.min(fileMax, declared),
    Math.min(left, 10 * fileSizeLimitBytes),
  )
  // An empty file needs no space.
  if (reserved.bytes === 0 && declared > 0) throw quotaExceeded()
  return reserved
}

async function receiveAndStore(
  storage: StorageContext,
  source: UploadSource,
  upload: Upload,
  bucket: Bucket,
  maxBytes: number,
): Promise<{ Id: string; Key: string }> {
  const received = await receiveFile(source, {
    folder: storage.files.incomingFolder,
    maxBytes,
    checkType: (mediaType) => checkMediaType(bucket, mediaType),
  })
  const object = newObject(upload, describe(received), received.userMetadata)
  try {
    const id = await storeObject(storage, upload, object, () =>
      storage.files.put(object.version, received.path, received.size),
    )
    return { Id: id, Key: `${upload.bucket}/${upload.key}` }
  } finally {
    await rm(received.path, { force: true })
  }
}

/** Throws refusals of policies and the unique key before any bytes are sent. */
export function checkMayWrite(storage: StorageContext, upload: Upload): Promise<void> {
  return dryRunAs(storage.pool, upload.caller, (client) =>
    writeObject(client, newObject(upload, null, null), upload.mode),
  )
}

/** Stores new bytes and then writes their row, so that a row never references missing bytes. */
export async function storeObject(
  storage: StorageContext,
  upload: Upload,
  object: NewObject,
  keep: () => Promise<void>,
): Promise<string> {
  await reserveFile(storage.pool, object.version)
  let written: { id: string; replaced: string | null }
  try {
    await keep()
    written = await asCaller(storage.pool, upload.caller, async (client) => {
      const row = await writeObject(client, object, upload.mode)
      await commitFile(client, object.version)
      if (row.replaced) await markUnused(client, [row.replaced])
      await requireQuota(client, upload.owner, storage.ownerQuotaBytes)
      return row
    })
  } catch (error) {
    await removeFiles(storage, [object.version])
    throw error
  }
  if (written.replaced) await removeFiles(storage, [written.replaced])
  return written.id
}

export function newObject(
  { bucket, key, owner }: Upload,
  metadata: StoredMetadata | null,
  userMetadata: Record<string, unknown> | null,
): NewObject {
  return { bucket, key, id: randomUUID(), version: randomUUID(), owner, metadata, userMetadata }
}

function describe(received: ReceivedFile): StoredMetadata {
  return {
    eTag: received.eTag,
    size: received.size,
    mimetype: received.mediaType,
    cacheControl: received.cacheControl,
    lastModified: new Date().toISOString(),
    contentLength: received.size,
    httpStatusCode: 200,
    ...(received.contentEncoding ? { contentEncoding: received.contentEncoding } : {}),
  }
}

/** The owner of the object: a member's `sub`; the secret key's objects have none. */
export function ownerOf(caller: Caller): string | null {
  return caller.claims?.sub ?? null
}
