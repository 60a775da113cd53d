import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createVisitor } from '#backend/testing/sign-in.ts'
import { query, runOnce, startTestBackend, type TestBackend } from '#backend/testing/test-backend.ts'
import { StatementBatch } from './statement-batch.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend({}, { withLibrary: true })
  await runOnce(
    backend.database.ownerUrl,
    `insert into public.book (title, author_id, translator_id) select 'Book ' || n, 1 + n % 3, 2 from generate_series(1, 60) n;
     create function public.prepared_statements() returns int language sql as $$ select count(*)::int from pg_prepared_statements $$;
     notify pgrst, 'reload schema'`,
  )
})
afterAll(() => backend.stop())

it('a nested embed of 30 rows is one statement and one round trip to the database', async () => {
  const visitor = createVisitor(backend)
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  const { data, error } = await visitor
    .from('book')
    .select(
      'title,author:person!author_id(name,country(name)),genre(name),translator:person!translator_id(name,passport(number))',
    )
    .order('id', { ascending: false })
    .limit(30)
  const sent = asked.mock.calls.map(([statement], index) => ({
    statement: statement as unknown,
    connection: asked.mock.contexts[index],
  }))
  asked.mockRestore()
  // The schema cache may reload meanwhile, over its own connection.
  const batch = sent.find(({ statement }) => statement instanceof StatementBatch)
  const calls = sent.filter(({ connection }) => connection === batch?.connection)
  expect([error, data?.length]).toEqual([null, 30])
  expect(calls).toHaveLength(1)
  // The settings of the transaction, and the statement.
  expect(batch?.statement).toMatchObject({ size: 2 })
})

it('statements stay prepared, up to a bounded number on a connection', async () => {
  const visitor = createVisitor(backend)
  const count = async () => {
    const { data, error } = await visitor.rpc('prepared_statements')
    return error ? null : Number(data)
  }
  // The schema cache learns of the new function in its own time.
  await expect.poll(count).not.toBeNull()
  await visitor.from('book').select('id').limit(1)
  const first = await count()
  for (let limit = 0; limit < 5; limit++) await visitor.from('book').select('id').limit(1)
  expect(await count()).toBe(first)
  for (let limit = 2; limit < 130; limit++) await visitor.from('book').select('id').limit(limit)
  expect(await count()).toBeGreaterThan(90)
  expect(await count()).toBeLessThanOrEqual(101)
})

it('a failed statement leaves the connection’s prepared statements consistent', async () => {
  const visitor = createVisitor(backend)
  for (let count = 0; count < 3; count++) {
    const wrong = await visitor.from('book').select('id').eq('id', 'seven')
    expect(wrong.error?.code).toBe('22P02')
    const cast = await visitor.from('book').select('title::no_such_type')
    expect(cast.error?.code).toBe('42704')
    expect((await visitor.from('book').select('id').eq('id', 1)).data).toEqual([{ id: 1 }])
  }
})

it('a statement that was prepared for a column is not reused after a change of its type', async () => {
  const visitor = createVisitor(backend)
  const ask = () => visitor.from('stay').select('id').eq('id', 1)
  for (let count = 0; count < 7; count++) expect((await ask()).data).toEqual([{ id: 1 }])
  await query(backend.database.ownerUrl, 'alter table public.stay alter id type text')
  await expect.poll(async () => (await ask()).data, { timeout: 5_000 }).toEqual([{ id: '1' }])
})
