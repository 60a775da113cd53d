import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOperator, createVisitor } from '#backend/testing/sign-in.ts'
import { runOnce, startTestBackend, type TestBackend } from '#backend/testing/test-backend.ts'

let backend: TestBackend
let visitor: SupabaseClient
let operator: SupabaseClient
beforeAll(async () => {
  backend = await startTestBackend({}, { withLibrary: true })
  visitor = createVisitor(backend)
  operator = createOperator(backend)
})
afterAll(() => backend.stop())

/** The rows of an answer; an error fails the test with its words. */
async function rows<T>(query: PromiseLike<{ data: T; error: unknown }>): Promise<NonNullable<T>> {
  const { data, error } = await query
  expect(error).toBeNull()
  return data as NonNullable<T>
}

it('O19: select takes columns, aliases, casts and steps into JSON', async () => {
  expect(
    await rows(visitor.from('book').select('id,name:title,pages::text,facts->prize->>year').eq('id', 1)),
  ).toEqual([{ id: 1, name: 'The Vegetarian', pages: '188', year: '2016' }])
  expect(await rows(visitor.from('book').select('prize:facts->prize->>name').eq('id', 3))).toEqual([
    { prize: 'Booker' },
  ])
  expect(await rows(visitor.from('book').select('id,page_price').eq('id', 1))).toEqual([
    { id: 1, page_price: 94 },
  ])
})

it('O19: to-one, to-many, many-to-many and one-to-one embeds nest, with hints where two keys compete', async () => {
  const [book] = await rows(
    visitor
      .from('book')
      .select(
        'title,author:person!author_id(name,country(name)),translator:person!book_translator_id_fkey(name),genre(name)',
      )
      .eq('id', 2)
      .order('name', { referencedTable: 'genre' }),
  )
  expect(book).toEqual({
    title: 'Human Acts',
    author: { name: 'Han Kang', country: { name: 'Korea' } },
    translator: { name: 'Deborah Smith' },
    genre: [{ name: 'fiction' }, { name: 'history' }],
  })
  expect(await rows(operator.from('person').select('name,passport(number)').order('id').limit(2))).toEqual([
    { name: 'Han Kang', passport: { number: 'KR-1' } },
    { name: 'Deborah Smith', passport: null },
  ])
  const ambiguous = await visitor.from('book').select('title,person(name)')
  expect(ambiguous.error?.code).toBe('PGRST201')
  expect((await visitor.from('book').select('title,country(name)')).error?.code).toBe('PGRST200')
})

it('O19: the key column and a view lead to the same relation as the table', async () => {
  expect(await rows(visitor.from('book').select('title,author_id(name)').eq('id', 1))).toEqual([
    { title: 'The Vegetarian', author_id: { name: 'Han Kang' } },
  ])
  expect(await rows(visitor.from('book').select('title,writer!author_id(pen_name)').eq('id', 3))).toEqual([
    { title: 'Milkman', writer: { pen_name: 'Anna Burns' } },
  ])
})

it('O19: filters, order and limit reach into embeds, inner embeds filter their parents, spreads flatten', async () => {
  expect(
    await rows(visitor.from('country').select('name,person!inner(name)').eq('person.name', 'Han Kang')),
  ).toEqual([{ name: 'Korea', person: [{ name: 'Han Kang' }] }])
  expect(
    await rows(
      visitor
        .from('country')
        .select('name,person(name)')
        .order('id')
        .order('name', { referencedTable: 'person', ascending: false })
        .limit(1, { referencedTable: 'person' }),
    ),
  ).toEqual([
    { name: 'Korea', person: [{ name: 'Han Kang' }] },
    { name: 'Ireland', person: [{ name: 'Deborah Smith' }] },
  ])
  expect(
    await rows(
      visitor.from('book').select('title,...person!author_id(author:name,country(name))').eq('id', 1),
    ),
  ).toEqual([{ title: 'The Vegetarian', author: 'Han Kang', country: { name: 'Korea' } }])
  expect(await rows(visitor.from('person').select('name,country()').is('country', null))).toEqual([
    { name: 'Nobody' },
  ])
  expect(await rows(visitor.from('genre').select('name,book()').not('book', 'is', null).order('id'))).toEqual(
    [{ name: 'fiction' }, { name: 'history' }],
  )
  expect(
    await rows(
      visitor.from('book').select('id,author:person!author_id(name)').order('author(name)').limit(1),
    ),
  ).toEqual([{ id: 3, author: { name: 'Anna Burns' } }])
})

it('O19: every filter operator answers as in PostgREST', async () => {
  const ids = async (
    build: (query: ReturnType<typeof all>) => PromiseLike<{ data: { id: number }[] | null; error: unknown }>,
  ) => (await rows(build(all()))).map(({ id }) => id)
  const all = () => visitor.from('book').select('id').order('id')
  expect(await ids((q) => q.eq('mood', 'wild'))).toEqual([1, 2])
  expect(await ids((q) => q.neq('id', 2))).toEqual([1, 3])
  expect(await ids((q) => q.gt('pages', 188).lte('pages', 352))).toEqual([2, 3])
  expect(await ids((q) => q.gte('pages', 218).lt('pages', 352))).toEqual([2])
  expect(await ids((q) => q.like('title', '%ma%'))).toEqual([2, 3])
  expect(await ids((q) => q.ilike('title', 'M*'))).toEqual([3])
  expect(await ids((q) => q.likeAnyOf('title', ['The%', 'Milk%']))).toEqual([1, 3])
  expect(await ids((q) => q.ilikeAllOf('title', ['%t%', '%h%']))).toEqual([1, 2])
  expect(await ids((q) => q.is('translator_id', null))).toEqual([3])
  expect(await ids((q) => q.not('translator_id', 'is', null))).toEqual([1, 2])
  expect(await ids((q) => q.in('title', ['Milkman', 'a,b)']))).toEqual([3])
  expect(await ids((q) => q.not('id', 'in', '(1,2)'))).toEqual([3])
  expect(await ids((q) => q.contains('tags', ['seoul']))).toEqual([1])
  expect(await ids((q) => q.containedBy('tags', ['novel', 'dublin']))).toEqual([3])
  expect(await ids((q) => q.overlaps('tags', ['seoul', 'gwangju']))).toEqual([1, 2])
  expect(await ids((q) => q.contains('facts', { prize: { year: 2018 } }))).toEqual([3])
  expect(await ids((q) => q.filter('facts->prize->>name', 'eq', 'Booker'))).toEqual([1, 3])
  expect(await ids((q) => q.filter('title', 'match', '^H'))).toEqual([2])
  expect(await ids((q) => q.filter('title', 'imatch', '^h'))).toEqual([2])
  expect(await ids((q) => q.filter('translator_id', 'isdistinct', '2'))).toEqual([3])
  expect(await ids((q) => q.textSearch('title', 'human & acts', { config: 'english' }))).toEqual([2])
  expect(await ids((q) => q.or('id.eq.1,and(pages.gt.300,mood.eq.calm)'))).toEqual([1, 3])
  expect(await ids((q) => q.or('title.eq."Human Acts",id.in.(3),tags.cs.{seoul}'))).toEqual([1, 2, 3])
  expect(await ids((q) => q.match({ mood: 'wild', pages: 188 }))).toEqual([1])
})

it('O19: nulls are ordered as asked and a page is a range', async () => {
  expect(
    await rows(
      visitor.from('book').select('id').order('translator_id', { nullsFirst: true }).order('id').range(0, 1),
    ),
  ).toEqual([{ id: 3 }, { id: 1 }])
  const page = await visitor.from('book').select('id', { count: 'exact' }).order('id').range(1, 1)
  expect([page.status, page.count, page.data]).toEqual([206, 3, [{ id: 2 }]])
  const head = await visitor.from('book').select('*', { count: 'exact', head: true }).eq('mood', 'wild')
  expect([head.count, head.data]).toEqual([2, null])
  const beyond = await visitor.from('book').select('id', { count: 'exact' }).range(50, 60)
  expect([beyond.status, beyond.error?.code]).toEqual([416, 'PGRST103'])
})

it('security 12: at most 1000 rows come back, and planned and estimated counts still tell the size', async () => {
  expect(await rows(visitor.from('many').select('id').limit(1_000_000))).toHaveLength(1000)
  const planned = await visitor.from('many').select('id', { count: 'planned', head: true })
  expect(planned.count).toBe(1500)
  const estimated = await visitor.from('many').select('id', { count: 'estimated' }).limit(1)
  expect(estimated.count).toBe(1500)
  const small = await visitor.from('book').select('id', { count: 'estimated' })
  expect(small.count).toBe(3)
})

it('O19: single demands one row, maybeSingle allows none', async () => {
  expect(await rows(visitor.from('book').select('title').eq('id', 1).single())).toEqual({
    title: 'The Vegetarian',
  })
  const none = await visitor.from('book').select('title').eq('id', 99).single()
  expect([none.status, none.error?.code]).toEqual([406, 'PGRST116'])
  const several = await visitor.from('book').select('title').single()
  expect(several.error?.details).toBe('The result contains 3 rows')
  expect((await visitor.from('book').select('title').eq('id', 99).maybeSingle()).data).toBeNull()
  expect(await rows(visitor.from('book').select('id,translator_id').eq('id', 3).stripNulls())).toEqual([
    { id: 3 },
  ])
})

it('security 15: a column without a grant answers 401 to a visitor, in select, star, filter, order and embed', async () => {
  const attempts = [
    visitor.from('person').select('secret'),
    visitor.from('person').select('*'),
    visitor.from('person').select('name').like('secret', 'canary%'),
    visitor.from('person').select('name').or('secret.like.canary*,id.eq.1'),
    visitor.from('person').select('name').order('secret'),
    visitor.from('person').select('x:secret::text'),
    visitor.from('book').select('title,person!author_id(secret)'),
    visitor.from('person').select('*', { count: 'exact', head: true }),
  ]
  for (const { status, error, data } of await Promise.all(attempts)) {
    expect([status, data]).toEqual([401, null])
    expect(error?.code ?? '42501').toBe('42501')
    expect(JSON.stringify(error)).not.toContain('canary')
  }
})

it('O14: unknown tables and columns are told apart', async () => {
  const table = await visitor.from('nothing').select()
  expect([table.status, table.error?.code]).toEqual([404, 'PGRST205'])
  const column = await visitor.from('book').select('nothing')
  expect([column.status, column.error?.code]).toEqual([400, '42703'])
})

it('security 13: a schema that changes is known after notify pgrst', async () => {
  await runOnce(backend.database.ownerUrl, `create table public.late (id int); notify pgrst, 'reload schema'`)
  await expect.poll(async () => (await visitor.from('late').select()).status, { timeout: 5_000 }).toBe(200)
})
