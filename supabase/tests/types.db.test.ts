import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { describeDatabase } from '#scripts/engine/describe-database.ts'
import { createTestDatabase } from '#scripts/testing/database.ts'

it('shared/database.types.ts says what the migrations make; run npm run db:types after changing them', async () => {
  const database = await createTestDatabase()
  const written = readFileSync(new URL('../../shared/database.types.ts', import.meta.url), 'utf8')
  expect(await describeDatabase(database.adminUrl)).toBe(written)
  await database.close()
})
