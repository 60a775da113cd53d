import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { createTestProduct } from '#server/testing/test-product.ts'

it('B01: the setting is the limit of the bucket, up to 1 GB', async () => {
  const test = await createTestProduct({ env: { VIDEO_MAX_MEGABYTES: '1024' } })
  const { rows } = await sql`select file_size_limit from storage.buckets where id = 'video'`.execute(
    test.database,
  )
  expect(rows).toEqual([{ file_size_limit: 1024 * 1024 * 1024 }])
  await test.close()
  const basics = {
    SUPABASE_URL: 'http://127.0.0.1:3000',
    SUPABASE_PUBLISHABLE_KEY: 'publishable',
    SUPABASE_SECRET_KEY: 'secret',
    DATABASE_URL: 'postgres://127.0.0.1/none',
  }
  expect(readConfig(basics).videoMaxBytes).toBe(100 * 1024 * 1024)
  expect(() => readConfig({ ...basics, VIDEO_MAX_MEGABYTES: '1025' })).toThrow('VIDEO_MAX_MEGABYTES')
})
