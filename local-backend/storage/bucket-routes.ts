import { Hono, type Context } from 'hono'
import { queryAs } from './as-caller.ts'
import { readMediaTypes, readSizeLimit } from './bucket-limits.ts'
import { checkBucketName } from './object-key.ts'
import { deleteObjects } from './object-rows.ts'
import { readInteger, readJson, type JsonObject } from './request-json.ts'
import type { StorageContext, StorageEnv } from './storage-context.ts'
import { codeOf } from '#backend/database.ts'
import { invalidRequest, noSuchBucket, notEnabled, StorageError } from './storage-error.ts'
import { removeFiles } from './unused-files.ts'
import { ownerOf } from './upload-file.ts'

const columns = 'id, name, owner, public, file_size_limit, allowed_mime_types, created_at, updated_at, type'
type BucketRow = { id: string; file_size_limit: string | null }

/** Buckets: policies on storage.buckets decide; without any, only the secret key has access. */
export function bucketRoutes(storage: StorageContext): Hono<StorageEnv> {
  const app = new Hono<StorageEnv>()

  app.get('/bucket', async (c) => {
    const { limit, offset, search, order } = readListOptions(c)
    const rows = await queryAs<BucketRow>(
      storage.pool,
      c.get('caller'),
      `select ${columns} from storage.buckets where starts_with(lower(name), lower($1))
       order by ${order}, id limit $2 offset $3`,
      [search, limit, offset],
    )
    return c.json(rows.map(render))
  })

  app.post('/bucket', async (c) => {
    const body = await readJson(c)
    const name = checkBucketName(body.name ?? body.id)
    const id = checkBucketName(body.id ?? name)
    refuseOtherKinds(body)
    const caller = c.get('caller')
    await queryAs(
      storage.pool,
      caller,
      `insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types, owner_id)
       values ($1, $2, $3, $4, $5, $6)`,
      [
        id,
        name,
        body.public === true,
        readSizeLimit(body.file_size_limit, storage.fileSizeLimitBytes),
        readMediaTypes(body.allowed_mime_types),
        ownerOf(caller),
      ],
    )
    return c.json({ name })
  })

  // One bucket is returned without its type, as at storage-api.
  app.get('/bucket/:id', async (c) => c.json({ ...render(await findOwn(c)), type: undefined }))

  app.put('/bucket/:id', async (c) => {
    const id = checkBucketName(c.req.param('id'))
    const body = await readJson(c)
    refuseOtherKinds(body)
    const rows = await queryAs(
      storage.pool,
      c.get('caller'),
      `update storage.buckets set updated_at = now(), public = coalesce($2, public),
         file_size_limit = case when $3 then $4 else file_size_limit end,
         allowed_mime_types = case when $5 then $6 else allowed_mime_types end
       where id = $1 returning id`,
      [
        id,
        typeof body.public === 'boolean' ? body.public : null,
        body.file_size_limit !== undefined,
        readSizeLimit(body.file_size_limit, storage.fileSizeLimitBytes),
        body.allowed_mime_types !== undefined,
        readMediaTypes(body.allowed_mime_types),
      ],
    )
    if (rows.length === 0) throw noSuchBucket()
    return c.json({ message: 'Successfully updated' })
  })

  app.post('/bucket/:id/empty', async (c) => {
    const { id } = await findOwn(c)
    const deleted = await deleteObjects(storage.pool, c.get('caller'), id, 'all')
    await removeFiles(
      storage,
      deleted.map(({ version }) => version),
    )
    return c.json({ message: 'Successfully emptied' })
  })

  app.delete('/bucket/:id', async (c) => {
    const { id } = await findOwn(c)
    try {
      const text = 'delete from storage.buckets where id = $1 returning id'
      const rows = await queryAs(storage.pool, c.get('caller'), text, [id])
      if (rows.length === 0) throw noSuchBucket()
    } catch (error) {
      // The foreign key covers all objects, also those that the caller may not see.
      if (codeOf(error) !== '23503') throw error
      throw new StorageError(409, 'ResourceNotEmpty', 'The bucket you tried to delete is not empty')
    }
    return c.json({ message: 'Successfully deleted' })
  })

  app.all('/bucket/:id/lifecycle', () => {
    throw notEnabled('objectVersioning')
  })

  async function findOwn(c: Context<StorageEnv>): Promise<BucketRow> {
    const text = `select ${columns} from storage.buckets where id = $1`
    const id = checkBucketName(c.req.param('id'))
    const [bucket] = await queryAs<BucketRow>(storage.pool, c.get('caller'), text, [id])
    if (!bucket) throw noSuchBucket()
    return bucket
  }
  return app
}

function render(bucket: BucketRow): object {
  const { file_size_limit: limit } = bucket
  return { ...bucket, file_size_limit: limit === null ? null : Number(limit) }
}

function refuseOtherKinds(body: JsonObject): void {
  if (body.type !== undefined && body.type !== 'STANDARD') throw notEnabled('icebergCatalog')
  if (body.versioning_status !== undefined && body.versioning_status !== 'DISABLED')
    throw notEnabled('objectVersioning')
}

function readListOptions(c: Context) {
  const query = c.req.query()
  const numbers = Object.fromEntries(
    ['limit', 'offset'].flatMap((name) => (query[name] === undefined ? [] : [[name, Number(query[name])]])),
  )
  const column = query.sortColumn ?? 'id'
  const order = query.sortOrder ?? 'asc'
  if (!['id', 'name', 'created_at', 'updated_at'].includes(column) || !['asc', 'desc'].includes(order))
    throw invalidRequest('querystring/sortColumn must be equal to one of the allowed values')
  if (query.search?.includes('\u0000')) throw invalidRequest('querystring/search must be string')
  return {
    limit: readInteger(numbers, 'limit', { fallback: 1_000, min: 1, max: 1_000 }),
    offset: readInteger(numbers, 'offset', { fallback: 0, min: 0, max: 1_000_000 }),
    search: query.search ?? '',
    order: `${column} ${order}`,
  }
}
