import type pg from 'pg'
import type { Caller } from '#backend/gateway.ts'
import { queryAs } from './as-caller.ts'
import { readChoice, readInteger, readText, type JsonObject } from './request-json.ts'
import { invalidRequest } from './storage-error.ts'

/** Rows of `list`: folders have only a name. */
type ListedRow = { name: string; id: string | null }

const sortColumns = ['name', 'updated_at', 'created_at', 'last_accessed_at'] as const
const orders = ['asc', 'desc'] as const

/**
 * The result of `list(folder)`: folders first, then the objects directly inside that policies let the caller see.
 * Defaults as in the client: 100 from 0, by name ascending. `search` is the beginning of a name, in any case.
 */
export function listFolder(
  pool: pg.Pool,
  caller: Caller,
  bucket: string,
  body: JsonObject,
): Promise<ListedRow[]> {
  const folder = readText(body, 'prefix', '').replace(/^\/+|\/+$/g, '')
  const prefix = folder === '' ? '' : `${folder}/`
  const sortBy = (body.sortBy ?? {}) as JsonObject
  const column = readChoice(sortBy, 'column', sortColumns, 'name')
  const order = readChoice(sortBy, 'order', orders, 'asc')
  const limit = readInteger(body, 'limit', { fallback: 100, min: 1, max: 1_000 })
  const offset = readInteger(body, 'offset', { fallback: 0, min: 0, max: 10_000_000 })
  // split_part and starts_with instead of LIKE, because names may contain % and _. Sorted by bytes, so that every
  // database agrees.
  const text = `
    with inside as (
      select o.*, substr(o.name, length($2) + 1) as rest from storage.objects o
      where o.bucket_id = $1 and starts_with(o.name, $2)
    ), found as (
      select inside.*, split_part(rest, '/', 1) collate "C" as part, position('/' in rest) > 0 as is_folder from inside
      where starts_with(lower(rest), lower($3))
    ), listed as (
      select 0 as rank, part as name, null::uuid as id, null::timestamptz as updated_at,
        null::timestamptz as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata
      from found where is_folder group by part
      union all
      select 1, part, id, updated_at, created_at, last_accessed_at, metadata from found where not is_folder
    )
    select name, id, updated_at, created_at, last_accessed_at, metadata from listed
    order by rank, ${column} ${order}, name ${order} limit $4 offset $5`
  return queryAs<ListedRow>(pool, caller, text, [bucket, prefix, readText(body, 'search', ''), limit, offset])
}

type Cursor = { rank: number; value: string; key: string }
type EntryRow = Cursor & { row: Record<string, unknown> | null }

/** The result of `listV2`: objects whose key begins with `prefix`, page by page; folders only with `with_delimiter`. */
export async function listByPrefix(
  pool: pg.Pool,
  caller: Caller,
  bucket: string,
  body: JsonObject,
): Promise<object> {
  const prefix = readText(body, 'prefix', '')
  const limit = readInteger(body, 'limit', { fallback: 1_000, min: 1, max: 1_000 })
  const sortBy = (body.sortBy ?? {}) as JsonObject
  const column = readChoice(sortBy, 'column', ['name', 'updated_at', 'created_at'] as const, 'name')
  const order = readChoice(sortBy, 'order', orders, 'asc')
  const cursor = readCursor(readText(body, 'cursor', ''))
  const folderRank = column === 'name' ? 1 : order === 'asc' ? 0 : 2
  const value =
    column === 'name' ? `''` : `to_char(o.${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US')`
  const text = `
    with found as (
      select o.*, ${value} as value, substr(o.name, length($2) + 1) as rest
      from storage.objects o where o.bucket_id = $1 and starts_with(o.name, $2)
    ), entries as (
      select distinct ${folderRank} as rank, '' as value, $2 || split_part(rest, '/', 1) || '/' as key, null::jsonb as row
      from found where $3 and position('/' in rest) > 0
      union all
      select 1, value, name, jsonb_build_object('id', id, 'created_at', created_at, 'updated_at', updated_at,
        'last_accessed_at', last_accessed_at, 'metadata', metadata, 'version', version)
      from found where not $3 or position('/' in rest) = 0
    )
    select * from entries
    where $4::int is null or (rank, value collate "C", key collate "C") ${order === 'asc' ? '>' : '<'} ($4, $5, $6)
    order by rank ${order}, value collate "C" ${order}, key collate "C" ${order} limit $7`
  const rows = await queryAs<EntryRow>(pool, caller, text, [
    bucket,
    prefix,
    body.with_delimiter === true,
    cursor?.rank ?? null,
    cursor?.value ?? null,
    cursor?.key ?? null,
    limit + 1,
  ])
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    hasNext: rows.length > limit,
    ...(rows.length > limit && last ? { nextCursor: writeCursor(last) } : {}),
    folders: page.filter(({ row }) => row === null).map(({ key }) => ({ key: key.slice(0, -1), name: key })),
    objects: page.flatMap(({ row, key }) => (row === null ? [] : [{ ...row, key, name: key }])),
  }
}

function writeCursor({ rank, value, key }: Cursor): string {
  return Buffer.from(JSON.stringify([rank, value, key])).toString('base64url')
}

function readCursor(text: string): Cursor | null {
  if (text === '') return null
  try {
    const [rank, value, key] = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as unknown[]
    if (
      Number.isInteger(rank) &&
      typeof value === 'string' &&
      typeof key === 'string' &&
      !`${value}${key}`.includes('\u0000')
    )
      return { rank: Number(rank), value, key }
  } catch {
    // Continues with the one response below.
  }
  throw invalidRequest('body/cursor is not one of ours')
}
