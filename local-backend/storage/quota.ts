import type pg from 'pg'
import { queryAs, service } from './as-caller.ts'
import type { ObjectAddress } from './object-key.ts'
import { quotaExceeded } from './storage-error.ts'

const usedSql = `select coalesce(sum((metadata ->> 'size')::bigint), 0)::text as bytes from storage.objects where owner_id = $1`

/**
 * The bytes that an owner may still store at this key, without the file that would be replaced. It is only a first
 * check before any upload: two concurrent uploads both see it. Throws StorageError 413 when nothing is left.
 */
export async function readBytesLeft(
  pool: pg.Pool,
  owner: string | null,
  quotaBytes: number | null,
  { bucket, key }: ObjectAddress,
): Promise<number> {
  if (owner === null || quotaBytes === null) return Number.POSITIVE_INFINITY
  const elsewhere = `${usedSql} and (bucket_id, name) <> ($2, $3)`
  const [used] = await queryAs<{ bytes: string }>(pool, service, elsewhere, [owner, bucket, key])
  const left = quotaBytes - Number(used?.bytes ?? 0)
  if (left <= 0) throw quotaExceeded()
  return left
}

/**
 * Throws StorageError 413 when the owner's files, with those of this transaction, exceed the quota. Uploads of one
 * owner are serialized here. The transaction's role must be service_role.
 */
export async function requireQuota(
  client: pg.PoolClient,
  owner: string | null,
  quotaBytes: number | null,
): Promise<void> {
  if (owner === null || quotaBytes === null) return
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`storage quota:${owner}`])
  const { rows } = await client.query<{ bytes: string }>(usedSql, [owner])
  if (Number(rows[0]?.bytes ?? 0) > quotaBytes) throw quotaExceeded()
}
