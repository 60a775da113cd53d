// Saved keywords: what is saved, whose, how many, and for how long a removed one is there.
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createMember,
  openTestDatabase,
  type OpenTestDatabase,
  type TestMember,
} from '#scripts/testing/database.ts'
import { runAs, type Actor } from './as-actor.ts'

let database: OpenTestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await openTestDatabase()
  client = database.client
})
afterAll(() => database.close())

const join = () => createMember(database.adminUrl)
const actorOf = ({ id }: TestMember): Actor => ({ role: 'authenticated', id })
const report = (pc: number) => ({
  metrics: { pc_searches: { count: pc, less_than: false }, competition: 'low', secret: 1 },
  blog_count: 7,
  web_count: 9,
  related: ['not saved'],
})
/** An analysis of this member, of so many hours ago. */
async function analyse({ id }: TestMember, key: string, { pc = 100, hours = 0, kind = 'data' } = {}) {
  await client.query(
    `insert into private.keyword_report (kind, key, is_sample, data) values ('data', $1, false, $2)
     on conflict (kind, key, is_sample) do update set data = excluded.data, read_at = now()`,
    [key, report(pc)],
  )
  await client.query(
    `with s as (insert into public.keyword_search (user_id, kind, keyword, key, is_sample) values ($1, $2, $3, $3, false) returning id)
     update public.keyword_search k set status = 'done' from s where k.id = s.id`,
    [id, kind, key],
  )
  await client.query(
    `update public.keyword_search set status = 'done', done_at = now() - make_interval(hours => $3) where user_id = $1 and key = $2 and done_at is null`,
    [id, key, hours],
  )
}
const save = async (member: TestMember, key: string) => {
  const { rows } = await runAs(client, actorOf(member), 'select public.save_keyword($1) as id', [key], true)
  return Number(rows[0].id)
}
const remove = (member: TestMember, id: number, isRemoved: boolean) =>
  runAs(client, actorOf(member), 'select public.remove_saved_keyword($1, $2)', [id, isRemoved], true)
const rowOf = async (id: number) =>
  (await client.query('select * from public.saved_keyword where id = $1', [id])).rows[0]

it('K15: a keyword is saved with the figures that its member paid for, once', async () => {
  const member = await join()
  await analyse(member, 'CAFE')
  const id = await save(member, 'CAFE')
  expect(await save(member, 'CAFE')).toBe(id)
  const row = await rowOf(id)
  expect(row).toMatchObject({ user_id: member.id, keyword: 'CAFE', note: '', is_sample: false })
  expect(row.first_figures).toEqual({
    pc_searches: { count: 100, less_than: false },
    mobile_searches: null,
    competition: 'low',
    blog_count: 7,
    web_count: 9,
  })
  expect(row.last_figures).toEqual(row.first_figures)
})

it('K15: without an open analysis of one’s own nothing is saved, whoever else paid for it', async () => {
  const [member, other] = [await join(), await join()]
  await analyse(other, 'OTHERS')
  await analyse(member, 'OLD', { hours: 25 })
  await analyse(member, 'ONLYBRIEF', { kind: 'brief' })
  for (const key of ['OTHERS', 'OLD', 'ONLYBRIEF', 'NEVER', ''])
    await expect(save(member, key), key).rejects.toMatchObject({ message: 'not_found' })
})

it('K15: a new analysis of the member brings new figures next to the first, another’s does not', async () => {
  const [member, other] = [await join(), await join()]
  await analyse(member, 'GROWS', { pc: 100 })
  const id = await save(member, 'GROWS')
  await analyse(other, 'GROWS', { pc: 150 })
  expect((await rowOf(id)).last_figures.pc_searches.count).toBe(100)
  await analyse(member, 'GROWS', { pc: 200 })
  const { first_figures: first, last_figures: last } = await rowOf(id)
  expect([first.pc_searches.count, last.pc_searches.count]).toEqual([100, 200])
})

it('K15: a member writes a note of 500 letters, and no other column', async () => {
  const [member, other] = [await join(), await join()]
  await analyse(member, 'NOTE')
  const id = await save(member, 'NOTE')
  const note = (who: TestMember, text: string) =>
    runAs(client, actorOf(who), 'update public.saved_keyword set note = $2 where id = $1', [id, text], true)
  await note(member, '가'.repeat(500))
  await expect(note(member, '가'.repeat(501))).rejects.toMatchObject({ code: '23514' })
  expect((await note(other, 'x')).rowCount).toBe(0)
  for (const column of [
    'keyword',
    'key',
    'first_figures',
    'last_figures',
    'removed_at',
    'user_id',
    'created_at',
  ])
    await expect(
      runAs(client, actorOf(member), `update public.saved_keyword set ${column} = ${column}`),
      column,
    ).rejects.toMatchObject({ code: '42501' })
})

it('K15: a removed keyword comes back with its note, for its owner alone, and starts again when it is saved again', async () => {
  const [member, other] = [await join(), await join()]
  await analyse(member, 'GONE')
  const id = await save(member, 'GONE')
  await client.query(`update public.saved_keyword set note = 'mine' where id = $1`, [id])
  await expect(remove(other, id, true)).rejects.toMatchObject({ message: 'not_found' })
  await remove(member, id, true)
  await expect(remove(member, id, true)).rejects.toMatchObject({ message: 'not_found' })
  await remove(member, id, false)
  expect(await rowOf(id)).toMatchObject({ note: 'mine', removed_at: null })
  await remove(member, id, true)
  expect(await save(member, 'GONE')).toBe(id)
  expect(await rowOf(id)).toMatchObject({ note: '', removed_at: null })
})

it('K15: 200 keywords are the most, also with two calls at a time; a removed one makes room', async () => {
  const member = await join()
  await client.query(
    `insert into public.saved_keyword (user_id, keyword, key, is_sample, first_figures, first_read_at, last_figures, last_read_at)
     select $1, 'k' || n, 'K' || n, false, '{}', now(), '{}', now() from generate_series(1, 199) n`,
    [member.id],
  )
  await analyse(member, 'ONEMORE')
  await analyse(member, 'TOOMANY')
  const id = await save(member, 'ONEMORE')
  await expect(save(member, 'TOOMANY')).rejects.toMatchObject({ message: 'texts_full' })
  await remove(member, id, true)
  await save(member, 'TOOMANY')
  await expect(remove(member, id, false)).rejects.toMatchObject({ message: 'texts_full' })
})

it('K15: a member puts keywords into own lists, renames a list, and another member changes nothing', async () => {
  const [member, other] = [await join(), await join()]
  const ids: number[] = []
  for (const key of ['LISTA', 'LISTB']) {
    await analyse(member, key)
    ids.push(await save(member, key))
  }
  const put = (who: TestMember, list: string) =>
    runAs(
      client,
      actorOf(who),
      'update public.saved_keyword set list = $2 where id = any ($1)',
      [ids, list],
      true,
    )
  await put(member, '가'.repeat(30))
  expect((await put(other, 'mine')).rowCount).toBe(0)
  for (const name of ['가'.repeat(31), ' before', 'after ', '\u3000', 'two\nlines', 'nul\u0001'])
    await expect(put(member, name), JSON.stringify(name)).rejects.toMatchObject({ code: '23514' })
  await put(member, 'Winter cafe')
  expect([(await rowOf(ids[0]!)).list, (await rowOf(ids[1]!)).list]).toEqual(['Winter cafe', 'Winter cafe'])
  // One that is saved anew begins without a list.
  await remove(member, ids[0]!, true)
  await remove(member, ids[0]!, false)
  expect((await rowOf(ids[0]!)).list).toBe('Winter cafe')
  await remove(member, ids[0]!, true)
  await save(member, 'LISTA')
  expect((await rowOf(ids[0]!)).list).toBe('')
})

it('K15: twenty lists are the most, and each of them can be renamed and joined with another', async () => {
  const member = await join()
  const { rows } = await client.query(
    `insert into public.saved_keyword (user_id, keyword, key, is_sample, first_figures, first_read_at, last_figures, last_read_at, list)
     select $1, 'k' || n, 'K' || n, false, '{}', now(), '{}', now(), case when n <= 40 then 'list ' || n % 20 else '' end
     from generate_series(1, 41) n returning id`,
    [member.id],
  )
  const loose = Number(rows.at(-1).id)
  const change = (sql: string, values: unknown[]) => runAs(client, actorOf(member), sql, values, true)
  const put = (list: string) =>
    change('update public.saved_keyword set list = $2 where id = $1', [loose, list])
  await expect(put('list 20')).rejects.toMatchObject({ message: 'texts_full' })
  await put('list 7')
  const rename = (name: string, next: string) =>
    change('update public.saved_keyword set list = $2 where list = $1', [name, next])
  expect((await rename('list 7', 'new name')).rowCount).toBe(3)
  expect((await rename('list 8', 'list 9')).rowCount).toBe(2)
  await put('list 20')
})

it('K15: a blocked member saves and removes nothing, and an account deletion takes all', async () => {
  const member = await join()
  await analyse(member, 'LAST')
  const id = await save(member, 'LAST')
  await client.query('update public."user" set is_block = true where id = $1', [member.id])
  await expect(save(member, 'LAST')).rejects.toMatchObject({ code: '42501' })
  await expect(remove(member, id, true)).rejects.toMatchObject({ message: 'not_found' })
  await client.query(`update public."user" set provider = 'deleted' where id = $1`, [member.id])
  expect(await rowOf(id)).toBeUndefined()
})

it('K15: the list reads its index', async () => {
  const { rows } = await client.query(
    `explain select id from public.saved_keyword where user_id = gen_random_uuid() and removed_at is null and id < 100 order by id desc limit 50`,
  )
  expect(JSON.stringify(rows)).toContain('saved_keyword_list')
})

it('K18: suggestions are a member’s own keywords and related ones of own analyses, beginnings first, each once', async () => {
  const [member, other] = [await join(), await join()]
  await analyse(member, 'GARDEN')
  await client.query(
    `update private.keyword_report set data = data || '{"related": [{"keyword": "garden tools"}, {"keyword": "my garden"}, {"keyword": "GARDEN"}, {"keyword": "tea"}]}' where key = 'GARDEN'`,
  )
  await analyse(member, 'GARDENER')
  await save(member, 'GARDENER')
  await analyse(other, 'GARDENPRIVATE')
  const suggest = async (who: TestMember, typed: string) =>
    (await runAs(client, actorOf(who), 'select * from public.suggest_keywords($1)', [typed])).rows
  expect(await suggest(member, 'gar d')).toEqual([
    { keyword: 'GARDENER', source: 'saved' },
    { keyword: 'GARDEN', source: 'searched' },
    { keyword: 'garden tools', source: 'related' },
    { keyword: 'my garden', source: 'related' },
  ])
  expect(await suggest(other, 'gar')).toEqual([{ keyword: 'GARDENPRIVATE', source: 'searched' }])
  for (const typed of ['', ' ', '%', '_', 'x'.repeat(10_000)])
    expect(await suggest(member, typed)).toEqual([])
  await client.query(
    `update public.keyword_search set done_at = now() - interval '49 hours' where user_id = $1`,
    [member.id],
  )
  expect((await suggest(member, 'garden')).map(({ keyword }) => keyword)).toEqual(['GARDENER'])
  await client.query('update public."user" set is_block = true where id = $1', [member.id])
  expect(await suggest(member, 'garden')).toEqual([])
})
