import type pg from 'pg'
import type { Caller } from '#backend/gateway.ts'
import { asCaller, queryAs, service } from './as-caller.ts'
import type { ObjectAddress } from './object-key.ts'
import { noSuchBucket, noSuchKey } from './storage-error.ts'

/** storage.objects.metadata, as storage-api fills it. */
export type StoredMetadata = {
  eTag: string
  /** Bytes. */
  size: number
  mimetype: string
  cacheControl: string
  /** ISO 8601. */
  lastModified: string
  contentLength: number
  httpStatusCode: 200
  contentEncoding?: string
}

export type StoredObject = {
  id: string
  bucket_id: string
  name: string
  version: string
  owner_id: string | null
  metadata: StoredMetadata
  user_metadata: Record<string, unknown> | null
  created_at: Date
  updated_at: Date
  last_accessed_at: Date
}

export type Bucket = {
  id: string
  public: boolean
  /** Bytes; pg reads bigint as text. */
  file_size_limit: string | null
  allowed_mime_types: string[] | null
}

/** The bucket, for any caller. Throws NoSuchBucket. */
export async function findBucket(pool: pg.Pool, id: string): Promise<Bucket> {
  const text = 'select id, public, file_size_limit, allowed_mime_types from storage.buckets where id = $1'
  const [bucket] = await queryAs<Bucket>(pool, service, text, [id])
  if (!bucket) throw noSuchBucket()
  return bucket
}

const objectColumns =
  'id, bucket_id, name, version, owner_id, metadata, user_metadata, created_at, updated_at, last_accessed_at'

/** The object, if policies let the caller see it. Throws NoSuchKey. */
export async function findObject(
  pool: pg.Pool,
  caller: Caller,
  { bucket, key }: ObjectAddress,
): Promise<StoredObject> {
  const text = `select ${objectColumns} from storage.objects where bucket_id = $1 and name = $2`
  const [object] = await queryAs<StoredObject>(pool, caller, text, [bucket, key])
  if (!object) throw noSuchKey()
  return object
}

/** The object, if its bucket is public or policies let the caller see it. Throws NoSuchBucket, NoSuchKey. */
export async function findReadable(
  pool: pg.Pool,
  caller: Caller,
  address: ObjectAddress,
): Promise<StoredObject> {
  const bucket = await findBucket(pool, address.bucket)
  return findObject(pool, bucket.public ? service : caller, address)
}

export type NewObject = ObjectAddress & {
  id: string
  version: string
  /** The `sub` of the uploader; null for the service. */
  owner: string | null
  metadata: StoredMetadata | null
  userMetadata: Record<string, unknown> | null
}

/** create: the key must be unused. upsert: creates or replaces. replace: must exist, else NoSuchKey. */
export type WriteMode = 'create' | 'upsert' | 'replace'

/**
 * Writes the row of an object in the caller's transaction. Resolves to its id and to the replaced version. Throws
 * refusals of policies and the unique key, and NoSuchKey.
 */
export async function writeObject(
  client: pg.PoolClient,
  object: NewObject,
  mode: WriteMode,
): Promise<{ id: string; replaced: string | null }> {
  const values = [
    object.bucket,
    object.key,
    object.version,
    object.owner,
    uuidOrNull(object.owner),
    object.metadata,
    object.userMetadata,
  ]
  // Read only for a replacement: seeing rows needs its own policy, which creating must not require.
  const existing = mode === 'create' ? null : await lockExisting(client, object)
  if (mode === 'replace' && !existing) throw noSuchKey()
  if (mode === 'replace' || existing) {
    const { rowCount } = await client.query(
      `update storage.objects set version = $3, owner_id = $4, owner = $5, metadata = $6, user_metadata = $7
       where bucket_id = $1 and name = $2`,
      values,
    )
    // The caller can see it but not change it.
    if (!rowCount) throw noSuchKey()
    return { id: existing!.id, replaced: existing!.version }
  }
  await client.query(
    `insert into storage.objects (bucket_id, name, version, owner_id, owner, metadata, user_metadata, id)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [...values, object.id],
  )
  return { id: object.id, replaced: null }
}

async function lockExisting(client: pg.PoolClient, { bucket, key }: ObjectAddress) {
  // Two concurrent upserts of one new key: the second waits here and then replaces the first one's.
  await client.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [`storage:${bucket}/${key}`])
  const { rows } = await client.query<{ id: string; version: string }>(
    'select id, version from storage.objects where bucket_id = $1 and name = $2',
    [bucket, key],
  )
  return rows[0] ?? null
}

function uuidOrNull(text: string | null): string | null {
  return text && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text : null
}

/** Deletes the rows that policies let the caller delete, and returns the versions of unused bytes. */
export function deleteObjects(
  pool: pg.Pool,
  caller: Caller,
  bucket: string,
  keys: string[] | 'all',
): Promise<StoredObject[]> {
  return asCaller(pool, caller, async (client) => {
    const which = keys === 'all' ? '' : 'and name = any ($2)'
    const { rows } = await client.query<StoredObject>(
      `delete from storage.objects where bucket_id = $1 ${which} returning ${objectColumns}`,
      keys === 'all' ? [bucket] : [bucket, keys],
    )
    await markUnused(
      client,
      rows.map(({ version }) => version),
    )
    return rows
  })
}

/** Records in the same transaction that no row references these bytes any more. Only the service may write there. */
export async function markUnused(client: pg.PoolClient, versions: string[]): Promise<void> {
  if (versions.length === 0) return
  await client.query(`select set_config('role', 'service_role', true)`)
  await client.query(
    'insert into storage.unused_files (version) select unnest($1::uuid[]) on conflict do nothing',
    [versions],
  )
}

/** Records in the same transaction that a row references these bytes now. */
export async function commitFile(client: pg.PoolClient, version: string): Promise<void> {
  await client.query(`select set_config('role', 'service_role', true)`)
  await client.query('delete from storage.unused_files where version = $1', [version])
}
