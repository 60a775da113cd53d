import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestProduct, type TestProduct } from '#server/testing/test-product.ts'
import { actFor } from '#server/adapters/database.ts'
import { announceNotices, publish } from './publish.ts'
import type { Publication } from './read-publication.ts'
import { addStarterPublications, readStarterPublications } from './starter-publications.ts'

let test: TestProduct
beforeAll(async () => {
  test = await createTestProduct()
})
afterAll(() => test.close())

const notice = (key: string, change: Partial<Publication> = {}) =>
  ({
    kind: 'notice',
    type: 'info',
    is_important: false,
    key,
    published_at: 'now',
    title_ko: '점검 안내',
    title_en: 'Maintenance',
    summary_ko: '요약',
    summary_en: 'Summary',
    content_ko: '본문',
    content_en: 'Text',
    ...change,
  }) as Publication

/** The rows that a visitor may read, by the policies of the database. */
const visibleKeys = (table: 'notice' | 'article') =>
  test.database.transaction().execute(async (trx) => {
    await sql`set local role anon`.execute(trx)
    const { rows } = await sql<{
      title_en: string
    }>`select title_en from ${sql.table(table)} order by id`.execute(trx)
    return rows.map((row) => row.title_en)
  })

it('O05, B25: a publication is public from its time on, a draft never, and publishing again updates it in place', async () => {
  await publish(test.database, notice('past', { title_en: 'past' }))
  await publish(test.database, notice('draft', { title_en: 'draft', published_at: 'draft' }))
  const ahead = new Date(Date.now() + 3_600_000).toISOString()
  await publish(test.database, notice('ahead', { title_en: 'ahead', published_at: ahead }))
  expect(await visibleKeys('notice')).toEqual(['past'])
  await sql`update public.notice set published_at = now() - interval '1 second' where key = 'ahead'`.execute(
    test.database,
  )
  expect(await visibleKeys('notice')).toEqual(['past', 'ahead'])

  const first = await test.database
    .selectFrom('notice')
    .selectAll()
    .where('key', '=', 'past')
    .executeTakeFirstOrThrow()
  const again = await publish(test.database, notice('past', { title_en: 'past, corrected' }))
  expect(again).toEqual({ id: first.id, isNew: false })
  const row = await test.database
    .selectFrom('notice')
    .selectAll()
    .where('id', '=', first.id)
    .executeTakeFirstOrThrow()
  expect([row.title_en, row.published_at]).toEqual(['past, corrected', first.published_at])
  await publish(test.database, notice('past', { published_at: 'draft' }))
  expect(await visibleKeys('notice')).toEqual(['ahead'])
})

it('B34: an important notice reaches every member once, at the next page after its time, but no deleted, blocked or later member', async () => {
  const [reader, blocked] = [await test.member(), await test.member({ isBlock: true })]
  const gone = await test.member()
  await sql`update public."user" set is_active = false where id = ${gone.id}`.execute(test.database)
  const later = new Date(Date.now() + 3_600_000).toISOString()
  const important = notice('important', { is_important: true, published_at: later } as Partial<Publication>)
  const { id } = await publish(test.database, important)
  await publish(test.database, notice('unimportant'))
  await announceNotices(test.database)
  const alarms = () =>
    sql<{ user_id: string; data: unknown }>`select user_id, data from public.user_alarm where kind = 'notice'`
      .execute(test.database)
      .then(({ rows }) => rows)
  expect(await alarms()).toEqual([])
  await sql`update public.notice set published_at = now() where id = ${id}`.execute(test.database)
  await Promise.all([announceNotices(test.database), announceNotices(test.database)])
  await announceNotices(test.database)
  const latecomer = await test.member()
  expect(await alarms()).toEqual([])
  const open = (id: string) =>
    test.database.transaction().execute(async (trx) => {
      await actFor(trx, { id, assurance: 'aal1' })
      await sql`select public.receive_notices()`.execute(trx)
    })
  for (const person of [reader, reader, blocked, gone, latecomer]) await open(person.id)
  const raised = await alarms()
  expect(raised).toEqual([
    { user_id: reader.id, data: { ko: '점검 안내', en: 'Maintenance', path: `/notice/detail/${id}` } },
  ])
  expect(raised.map(({ user_id }) => user_id)).not.toContain(blocked.id)
})

it('B34: e-mails of a notice are written in batches, once per reader, and continue where a batch ended', async () => {
  await sql`update public."user" set is_email_reception = false`.execute(test.database)
  const readers = [await test.member(), await test.member(), await test.member()]
  for (const { id } of readers)
    await sql`update public."user" set is_email_reception = true, email = ${`${id}@example.com`} where id = ${id}`.execute(
      test.database,
    )
  const { id } = await publish(
    test.database,
    notice('batches', { is_important: true } as Partial<Publication>),
  )
  const announce = async () =>
    (await sql<{ written: number }>`select private.announce_notices(2) as written`.execute(test.database))
      .rows[0]!.written
  expect([await announce(), await announce(), await announce()]).toEqual([2, 1, 0])
  const { rows } = await sql<{ user_id: string }>`
    select user_id from private.email_outbox where kind = 'notice' and payload ->> 'id' = ${String(id)}`.execute(
    test.database,
  )
  expect(rows.map((row) => row.user_id).toSorted()).toEqual(readers.map((reader) => reader.id).toSorted())
})

it('O05: the starter texts exist in both languages, of every type except news, and are added once', async () => {
  const texts = readStarterPublications()
  for (const text of texts) {
    expect(text.content_en, text.key).not.toMatch(/[가-힣]|\{site/)
    expect(text.content_ko, text.key).toMatch(/[가-힣]/)
    expect(`${text.content_ko}${text.title_ko}`, text.key).not.toContain('{site')
  }
  expect(new Set(texts.map(({ kind, type }) => `${kind} ${type}`))).toEqual(
    new Set(['notice info', 'notice update', 'notice event', 'article info', 'article tip']),
  )
  expect(await addStarterPublications(test.database)).toBe(0)
  await sql`delete from public.notice`.execute(test.database)
  expect(await addStarterPublications(test.database)).toBe(texts.length)
  expect(await addStarterPublications(test.database)).toBe(0)
  expect(await visibleKeys('article')).toHaveLength(texts.filter(({ kind }) => kind === 'article').length)
})
