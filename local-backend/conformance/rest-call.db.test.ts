import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createVisitor } from '#backend/testing/sign-in.ts'
import { newMember, startTarget, type Member, type Target } from './target.ts'

let target: Target
let visitor: SupabaseClient
let someone: Member
let member: SupabaseClient
beforeAll(async () => {
  target = await startTarget()
  visitor = createVisitor(target)
  someone = await newMember(target)
  member = someone.client
})
afterAll(() => target.stop())

it('functions take arguments by name and answer values, rows, sets and nothing', async () => {
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

it('functions refuse with the status they choose', async () => {
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
    email: someone.email,
    jwt_role: 'authenticated',
  })
})

it('functions are distinguished by the names of their arguments, with a hint when none fits', async () => {
  expect((await visitor.rpc('pick', { number: 1 })).data).toBe('number')
  expect((await visitor.rpc('pick', { word: 'ha' })).data).toBe('haha')
  expect((await visitor.rpc('pick', { word: 'ha', times: 3 }, { get: true })).data).toBe('hahaha')
  const twin = await visitor.rpc('twin', { a: 1 })
  expect([twin.status, twin.error?.code]).toEqual([300, 'PGRST203'])
  expect(twin.error?.message).toContain('public.twin(a => integer)')
  const wrong = await visitor.rpc('pick', { wort: 'ha' })
  expect([wrong.status, wrong.error?.code, wrong.error?.details]).toEqual([
    404,
    'PGRST202',
    'Searched for the function public.pick with parameter wort or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
  ])
  expect((await visitor.rpc('ad_up', { a: 1 })).error?.hint).toBe(
    'Perhaps you meant to call the function public.add_up',
  )
})

it('functions take any number of arguments, rows, and the whole body', async () => {
  expect((await visitor.rpc('join_words', { words: ['a', 'b,"c'] })).data).toBe('a b,"c')
  const many = await fetch(`${target.url}/rest/v1/rpc/join_words?words=x&words=y%20z`, {
    headers: { apikey: target.keys.publishableKey },
  })
  expect(await many.json()).toBe('x y z')
  expect((await visitor.rpc('shout', { one: { id: 1, name: 'ada' } })).data).toBe('ADA')
  expect((await visitor.rpc('weigh', [1, 2, 3] as unknown as Record<string, unknown>)).data).toBe(3)
})

it('HEAD calls a function for its count only', async () => {
  const counted = await visitor.rpc('books_by', { author: 'Han Kang' }, { head: true, count: 'exact' })
  expect([counted.status, counted.data, counted.count]).toEqual([200, null, 2])
})

it('a function sets status and headers of its response, and of its refusal', async () => {
  const ask = (status: string, headers: string) =>
    fetch(`${target.url}/rest/v1/rpc/answer_freely`, {
      method: 'POST',
      headers: { apikey: target.keys.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ status, headers }),
    })
  const answer = await ask('202', '[{"x-note": "one"}, {"x-note": "two"}]')
  expect([answer.status, answer.headers.get('x-note'), await answer.json()]).toEqual([
    202,
    'one, two',
    'freely',
  ])
  expect((await ask('', '')).status).toBe(200)
  expect([(await ask('99', '')).status, await (await ask('x', '')).json()]).toMatchObject([
    500,
    { code: 'PGRST112' },
  ])
  expect(await (await ask('200', '{"x-note": "one"}')).json()).toMatchObject({ code: 'PGRST111' })
  const refused = await visitor.rpc('refuse_freely')
  expect([refused.status, refused.error]).toMatchObject([
    402,
    { code: '123', message: 'Paid', details: 'd', hint: 'h' },
  ])
})

it('maxAffected bounds a function that changes rows, and no other', async () => {
  const cap = (call: unknown, rows: number) =>
    (
      call as { maxAffected(rows: number): PromiseLike<{ status: number; error: { code: string } | null }> }
    ).maxAffected(rows)
  expect((await cap(visitor.rpc('books_by', { author: 'Han Kang' }), 1)).error?.code).toBe('PGRST124')
  expect((await cap(visitor.rpc('books_by', { author: 'Han Kang' }), 2)).status).toBe(200)
  expect((await cap(visitor.rpc('add_up', { a: 1 }), 1)).error?.code).toBe('PGRST128')
})
