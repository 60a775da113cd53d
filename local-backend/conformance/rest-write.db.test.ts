import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOperator, createVisitor } from '#backend/testing/sign-in.ts'
import { newMember, startTarget, type Target } from './target.ts'

let target: Target
let visitor: SupabaseClient
let member: SupabaseClient
let other: SupabaseClient
beforeAll(async () => {
  target = await startTarget()
  visitor = createVisitor(target)
  member = (await newMember(target)).client
  other = (await newMember(target)).client
})
afterAll(() => target.stop())

/** maxAffected exists in the client, but its types need the server's version from generated database types. */
type Cappable = {
  maxAffected(count: number): PromiseLike<{ status: number; error: { code: string } | null }>
}

const newBook = (title: string) => ({ title, author_id: 1 })

it('insert returns nothing, or the rows as select asks, embeds included', async () => {
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

it('many rows at once, with nulls or defaults for missing keys', async () => {
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

it('update and delete change only filtered rows and never a whole table', async () => {
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

it('backend S1: rollback is ignored where the database does not allow it, so no caller reverts the count of a function', async () => {
  const added = await member.from('book').insert(newBook('Kept')).select('title').rollback()
  expect(added.data).toEqual([{ title: 'Kept' }])
  const found = await member.from('book').select('title').eq('title', 'Kept')
  expect(found.data).toEqual([{ title: 'Kept' }])
  await member.from('book').delete().eq('title', 'Kept')
})

it('a change is undone by maxAffected and by single', async () => {
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

it('broken rules answer with the code and status of PostgREST', async () => {
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

it('A09: the status of an upsert distinguishes new from existing rows', async () => {
  const put = (path: string, body: object, prefer = '') =>
    fetch(`${target.url}/rest/v1/genre${path}`, {
      method: 'PUT',
      headers: { apikey: target.keys.secretKey, 'content-type': 'application/json', prefer },
      body: JSON.stringify(body),
    })
  expect((await put('?id=eq.9', { id: 9, name: 'drama' })).status).toBe(201)
  expect((await put('?id=eq.9', { id: 9, name: 'comedy' })).status).toBe(204)
  const shown = await put('?id=eq.9', { id: 9, name: 'satire' }, 'return=representation')
  expect([shown.status, await shown.json()]).toEqual([200, [{ id: 9, name: 'satire' }]])
  for (const [path, body, status, code] of [
    ['?id=eq.9', { id: 10, name: 'x' }, 400, 'PGRST115'],
    ['?id=gt.9', { id: 9, name: 'x' }, 405, 'PGRST105'],
    ['', { id: 9, name: 'x' }, 405, 'PGRST105'],
    ['?id=eq.9&limit=1', { id: 9, name: 'x' }, 400, 'PGRST114'],
  ] as const) {
    const refused = await put(path, body)
    expect([refused.status, await refused.json()]).toMatchObject([status, { code }])
  }
  expect((await member.from('book').upsert({ id: 1, ...newBook('채식주의자') })).status).toBe(200)
  expect(
    (
      await member.from('book').upsert([
        { id: 1, ...newBook('x') },
        { id: 60, ...newBook('y') },
      ])
    ).status,
  ).toBe(201)
})

it('a constraint that fails at the commit rolls the change back', async () => {
  const operator = createOperator(target)
  const refused = await operator.from('ledger').insert({ id: 1, amount: 5 })
  expect([refused.status, refused.error?.message]).toEqual([400, 'unbalanced'])
  const balanced = await operator.from('ledger').insert([
    { id: 2, amount: 5 },
    { id: 3, amount: -5 },
  ])
  expect(balanced.status).toBe(201)
  expect((await operator.from('ledger').select('id').order('id')).data).toEqual([{ id: 2 }, { id: 3 }])
})
