import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createVisitor, signIn } from '#backend/testing/sign-in.ts'
import { query, startTestBackend, type TestBackend } from '#backend/testing/test-backend.ts'

let backend: TestBackend
let visitor: SupabaseClient
let member: SupabaseClient
let other: SupabaseClient
beforeAll(async () => {
  backend = await startTestBackend({}, { withLibrary: true })
  visitor = createVisitor(backend)
  member = (await signIn(backend, 'google', { choice: 'emma' })).client
  other = (await signIn(backend, 'google', { choice: 'james' })).client
})
afterAll(() => backend.stop())

/** maxAffected exists in the client, but its types want to know the server's version from generated database types. */
type Cappable = {
  maxAffected(count: number): PromiseLike<{ status: number; error: { code: string } | null }>
}

const newBook = (title: string) => ({ title, author_id: 1 })

it('O19: insert returns nothing, or the rows as select asks, embeds included', async () => {
  const minimal = await member.from('book').insert(newBook('Greek Lessons'))
  expect([minimal.status, minimal.data, minimal.error]).toEqual([201, null, null])
  const full = await member
    .from('book')
    .insert({
      ...newBook('The White Book'),
      tags: ['a"b', 'c,d'],
      facts: { deep: [1, { x: null }] },
      mood: 'wild',
    })
    .select('title,tags,facts,mood,pages,author:person!author_id(name)')
    .single()
  expect(full.error).toBeNull()
  expect(full.data).toEqual({
    title: 'The White Book',
    tags: ['a"b', 'c,d'],
    facts: { deep: [1, { x: null }] },
    mood: 'wild',
    pages: 100,
    author: { name: 'Han Kang' },
  })
})

it('O19: many rows at once, with nulls or defaults for what is missing', async () => {
  const filled = await member
    .from('book')
    .insert([{ ...newBook('A'), pages: 7 }, newBook('B')], { defaultToNull: false, count: 'exact' })
    .select('title,pages')
  expect([filled.error, filled.data, filled.count]).toEqual([
    null,
    [
      { title: 'A', pages: 7 },
      { title: 'B', pages: 100 },
    ],
    2,
  ])
  const refused = await member.from('book').insert([{ ...newBook('C'), pages: 7 }, newBook('D')])
  expect(refused.error?.code).toBe('23502')
  const nothing = await member.from('book').insert([]).select()
  expect([nothing.status, nothing.data]).toEqual([201, []])
  expect((await member.from('book').select('title').in('title', ['C', 'D'])).data).toEqual([])
})

it('A09: upsert merges or ignores on the key that is named', async () => {
  const merged = await member
    .from('book')
    .upsert({ id: 1, ...newBook('채식주의자') })
    .select('id,title,pages')
  expect(merged.data).toEqual([{ id: 1, title: '채식주의자', pages: 188 }])
  const ignored = await member
    .from('book')
    .upsert({ id: 1, ...newBook('ignored') }, { onConflict: 'id', ignoreDuplicates: true })
    .select('title')
  expect([ignored.error, ignored.data]).toEqual([null, []])
  expect((await member.from('book').select('title').eq('id', 1).single()).data).toEqual({
    title: '채식주의자',
  })
})

it('O19: update and delete touch what the filters choose and never a whole table', async () => {
  const updated = await member
    .from('book')
    .update({ pages: 353 }, { count: 'exact' })
    .eq('id', 3)
    .select('id,pages')
  expect([updated.data, updated.count]).toEqual([[{ id: 3, pages: 353 }], 1])
  const silent = await member.from('book').update({ pages: 354 }).eq('id', 3)
  expect([silent.status, silent.data]).toEqual([204, null])
  for (const unfiltered of [member.from('book').update({ pages: 1 }), member.from('book').delete()]) {
    const { status, error } = await unfiltered
    expect([status, error?.code]).toEqual([400, '21000'])
  }
  await member.from('book').insert({ ...newBook('Short-lived') })
  const deleted = await member
    .from('book')
    .delete({ count: 'exact' })
    .eq('title', 'Short-lived')
    .select('title')
  expect([deleted.data, deleted.count]).toEqual([[{ title: 'Short-lived' }], 1])
  expect((await member.from('book').select('id').eq('pages', 1)).data).toEqual([])
})

it('O19: a change is undone by rollback, by maxAffected and by single', async () => {
  const dry = await member.from('book').update({ title: 'dry' }).eq('id', 2).select('title').rollback()
  expect(dry.data).toEqual([{ title: 'dry' }])
  const change = member.from('book').update({ title: 'capped' }).in('id', [2, 3])
  const capped = await (change as unknown as Cappable).maxAffected(1)
  expect([capped.status, capped.error?.code]).toEqual([400, 'PGRST124'])
  const single = await member.from('book').update({ title: 'single' }).in('id', [2, 3]).select('id').single()
  expect([single.status, single.error?.code]).toEqual([406, 'PGRST116'])
  const titles = await member.from('book').select('title').in('id', [2, 3]).order('id')
  expect(titles.data).toEqual([{ title: 'Human Acts' }, { title: 'Milkman' }])
})

it('O18, security 19: people write, read and change only their own rows', async () => {
  const own = await member.from('note').insert({ text: 'mine' }).select('id,text').single()
  expect(own.error).toBeNull()
  const id = own.data?.id
  expect((await other.from('note').select('id').eq('id', id)).data).toEqual([])
  expect((await other.from('note').update({ text: 'stolen' }).eq('id', id).select('id')).data).toEqual([])
  expect((await other.from('note').delete().eq('id', id).select('id')).data).toEqual([])
  const { data: session } = await member.auth.getUser()
  const foreign = await other.from('note').insert({ text: 'x', owner: session.user?.id })
  expect([foreign.status, foreign.error?.code]).toEqual([403, '42501'])
  const bulk = await other
    .from('note')
    .insert([{ text: 'ok' }, { text: 'x', owner: session.user?.id }], { defaultToNull: false })
  expect(bulk.status).toBe(403)
  expect((await other.from('note').select('id')).data).toEqual([])
  expect((await visitor.from('note').select('id')).status).toBe(401)
  expect((await visitor.from('book').insert(newBook('x'))).status).toBe(401)
})

it('O19: broken rules answer with the code and status of PostgREST', async () => {
  const answers = await Promise.all([
    member.from('book').insert({ id: 3, ...newBook('again') }),
    member.from('book').insert({ title: 'x', author_id: 99 }),
    member.from('book').insert({ ...newBook('x'), pages: 0 }),
    member.from('book').insert({ ...newBook('x'), mood: 'silly' }),
    member.from('book').insert({ ...newBook('x'), nothing: 1 }),
    member.from('book').select('id').eq('id', 'seven'),
    member.from('note').insert({ text: 'x'.repeat(21) }),
  ])
  expect(answers.map(({ status, error }) => [status, error?.code])).toEqual([
    [409, '23505'],
    [409, '23503'],
    [400, '23514'],
    [400, '22P02'],
    [400, 'PGRST204'],
    [400, '22P02'],
    [400, '23514'],
  ])
  expect(answers[0]?.error?.details).toBe('Key (id)=(3) already exists.')
})

it('O19: functions take arguments by name and answer values, rows, sets and nothing', async () => {
  expect((await visitor.rpc('add_up', { a: 1 })).data).toBe(11)
  expect((await visitor.rpc('add_up', { a: 1, b: 2 }, { get: true })).data).toBe(3)
  expect((await visitor.rpc('total', { numbers: [1, 2, 3] })).data).toBe(6)
  expect((await visitor.rpc('total', { numbers: [1, 2] }, { get: true })).data).toBe(3)
  expect((await visitor.rpc('echo', { value: { a: [null, '"'] } })).data).toEqual({ a: [null, '"'] })
  expect(
    (await visitor.rpc('pairs', { upto: 5 }).gt('square', 4).order('n', { ascending: false }).limit(2)).data,
  ).toEqual([
    { n: 5, square: 25 },
    { n: 4, square: 16 },
  ])
  const books = await visitor
    .rpc('books_by', { author: 'Anna Burns' }, { count: 'exact' })
    .select('title,author:person!author_id(name)')
  expect([books.error, books.data, books.count]).toEqual([
    null,
    [{ title: 'Milkman', author: { name: 'Anna Burns' } }],
    1,
  ])
  const nothing = await member.rpc('write_note', { text: 'by function' })
  expect([nothing.status, nothing.data]).toEqual([204, null])
  expect((await member.from('note').select('text').eq('text', 'by function')).data).toHaveLength(1)
})

it('O19: functions refuse with the status they choose', async () => {
  const refused = await visitor.rpc('refuse', { code: 'no_token' })
  expect([refused.status, refused.error?.code, refused.error?.message, refused.error?.details]).toEqual([
    400,
    'P0001',
    'no_token',
    'because',
  ])
  expect((await visitor.rpc('teapot')).status).toBe(418)
  expect((await visitor.rpc('closed')).status).toBe(401)
  expect((await member.rpc('closed')).status).toBe(403)
  expect((await visitor.rpc('add_up', { c: 1 })).error?.code).toBe('PGRST202')
  expect((await member.rpc('write_note', { text: 'x' }, { get: true })).status).toBe(405)
  const who = await member.rpc('whoami')
  expect(who.data).toMatchObject({
    role: 'authenticated',
    email: 'emma.wilson@example.com',
    jwt_role: 'authenticated',
  })
})

it('security 11: role and person never bleed between pooled requests, after errors and time-outs neither', async () => {
  const [memberId, otherId] = await Promise.all(
    [member, other].map(async (one) => (await one.auth.getUser()).data.user?.id),
  )
  const calls = Array.from({ length: 300 }, async (_, index) => {
    if (index % 4 === 3) return (await member.rpc('refuse', { code: 'boom' })).error?.code
    const [client, uid] = [
      [visitor, null],
      [member, memberId],
      [other, otherId],
    ][index % 4] as [SupabaseClient, string | null]
    const { data } = await client.rpc('whoami')
    return data.uid === uid && data.role === (uid ? 'authenticated' : 'anon') ? 'right' : JSON.stringify(data)
  })
  const answers = await Promise.all(calls)
  expect(answers.filter((answer) => answer === 'P0001')).toHaveLength(75)
  expect(answers.filter((answer) => answer === 'right')).toHaveLength(225)
})

it('security 2, 7: the login role is no superuser and can become only the three roles of the API', async () => {
  const [facts] = await query<{ superuser: boolean; may: string[] }>(
    backend.database.authenticatorUrl,
    `select (select rolsuper or rolbypassrls or rolcreaterole from pg_roles where rolname = session_user) as superuser,
       (select array_agg(rolname::text order by rolname) from pg_roles
        where rolname <> session_user and pg_has_role(session_user, oid, 'set')) as may`,
  )
  expect(facts).toEqual({ superuser: false, may: ['anon', 'authenticated', 'service_role'] })
})
