import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOperator, createVisitor } from '#backend/testing/sign-in.ts'
import { rowsOf, startTarget, type Target } from './target.ts'

let target: Target
let visitor: SupabaseClient
let operator: SupabaseClient
beforeAll(async () => {
  target = await startTarget()
  visitor = createVisitor(target)
  operator = createOperator(target)
})
afterAll(() => target.stop())

it('select takes columns, aliases, casts and steps into JSON', async () => {
  expect(
    await rowsOf(visitor.from('book').select('id,name:title,pages::text,facts->prize->>year').eq('id', 1)),
  ).toEqual([{ id: 1, name: 'The Vegetarian', pages: '188', year: '2016' }])
  expect(await rowsOf(visitor.from('book').select('prize:facts->prize->>name').eq('id', 3))).toEqual([
    { prize: 'Booker' },
  ])
  expect(await rowsOf(visitor.from('book').select('id,page_price').eq('id', 1))).toEqual([
    { id: 1, page_price: 94 },
  ])
})

it('to-one, to-many, many-to-many and one-to-one embeds nest, with hints where two keys compete', async () => {
  const [book] = await rowsOf(
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
  expect(await rowsOf(operator.from('person').select('name,passport(number)').order('id').limit(2))).toEqual([
    { name: 'Han Kang', passport: { number: 'KR-1' } },
    { name: 'Deborah Smith', passport: null },
  ])
  const ambiguous = await visitor.from('book').select('title,person(name)')
  expect(ambiguous.error?.code).toBe('PGRST201')
  expect((await visitor.from('book').select('title,country(name)')).error?.code).toBe('PGRST200')
})

it('the key column and a view lead to the same relation as the table', async () => {
  expect(await rowsOf(visitor.from('book').select('title,author_id(name)').eq('id', 1))).toEqual([
    { title: 'The Vegetarian', author_id: { name: 'Han Kang' } },
  ])
  expect(await rowsOf(visitor.from('book').select('title,writer!author_id(pen_name)').eq('id', 3))).toEqual([
    { title: 'Milkman', writer: { pen_name: 'Anna Burns' } },
  ])
})

it('filters, order and limit reach into embeds, inner embeds filter their parents, spreads flatten', async () => {
  expect(
    await rowsOf(visitor.from('country').select('name,person!inner(name)').eq('person.name', 'Han Kang')),
  ).toEqual([{ name: 'Korea', person: [{ name: 'Han Kang' }] }])
  expect(
    await rowsOf(
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
    await rowsOf(
      visitor.from('book').select('title,...person!author_id(author:name,country(name))').eq('id', 1),
    ),
  ).toEqual([{ title: 'The Vegetarian', author: 'Han Kang', country: { name: 'Korea' } }])
  expect(await rowsOf(visitor.from('person').select('name,country()').is('country', null))).toEqual([
    { name: 'Nobody' },
  ])
  expect(
    await rowsOf(visitor.from('genre').select('name,book()').not('book', 'is', null).order('id')),
  ).toEqual([{ name: 'fiction' }, { name: 'history' }])
  expect(
    await rowsOf(
      visitor.from('book').select('id,author:person!author_id(name)').order('author(name)').limit(1),
    ),
  ).toEqual([{ id: 3, author: { name: 'Anna Burns' } }])
})

it('every filter operator answers as in PostgREST', async () => {
  const ids = async (
    build: (query: ReturnType<typeof all>) => PromiseLike<{ data: { id: number }[] | null; error: unknown }>,
  ) => (await rowsOf(build(all()))).map(({ id }) => id)
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

it('nulls are ordered as asked and a page is a range', async () => {
  expect(
    await rowsOf(
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

it('security 12: at most 1000 rows are returned, and planned and estimated counts still give the size', async () => {
  expect(await rowsOf(visitor.from('many').select('id').limit(1_000_000))).toHaveLength(1000)
  const planned = await visitor.from('many').select('id', { count: 'planned', head: true })
  expect(planned.count).toBe(1500)
  const estimated = await visitor.from('many').select('id', { count: 'estimated' }).limit(1)
  expect(estimated.count).toBe(1500)
  const small = await visitor.from('book').select('id', { count: 'estimated' })
  expect(small.count).toBe(3)
})

it('single demands one row, maybeSingle allows none', async () => {
  expect(await rowsOf(visitor.from('book').select('title').eq('id', 1).single())).toEqual({
    title: 'The Vegetarian',
  })
  const none = await visitor.from('book').select('title').eq('id', 99).single()
  expect([none.status, none.error?.code]).toEqual([406, 'PGRST116'])
  const several = await visitor.from('book').select('title').single()
  expect(several.error?.details).toBe('The result contains 3 rows')
  expect((await visitor.from('book').select('title').eq('id', 99).maybeSingle()).data).toBeNull()
  expect(await rowsOf(visitor.from('book').select('id,translator_id').eq('id', 3).stripNulls())).toEqual([
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

it('unknown tables and columns have different errors', async () => {
  const table = await visitor.from('nothing').select()
  expect([table.status, table.error?.code]).toEqual([404, 'PGRST205'])
  const column = await visitor.from('book').select('nothing')
  expect([column.status, column.error?.code]).toEqual([400, '42703'])
})

it('security 13: a schema that changes is known after notify pgrst', async () => {
  await target.run(`create table public.late (id int); notify pgrst, 'reload schema'`)
  await expect.poll(async () => (await visitor.from('late').select()).status, { timeout: 5_000 }).toBe(200)
})

it('ranges and documents are compared by their own operators', async () => {
  const ids = async (query: PromiseLike<{ data: { id: number }[] | null; error: unknown }>) =>
    (await rowsOf(query)).map(({ id }) => id)
  const stays = () => visitor.from('stay').select('id').order('id')
  expect(await ids(stays().rangeLt('during', '[5,9)'))).toEqual([1])
  expect(await ids(stays().rangeGt('during', '[1,5)'))).toEqual([2])
  expect(await ids(stays().rangeLte('during', '[1,5)'))).toEqual([1])
  expect(await ids(stays().rangeGte('during', '[5,9)'))).toEqual([2])
  expect(await ids(stays().rangeAdjacent('during', '[9,12)'))).toEqual([2])
  expect(await ids(stays().overlaps('during', '[4,6)'))).toEqual([1, 2])
  expect(await ids(stays().contains('during', '[2,3)'))).toEqual([1])
  expect(await ids(stays().containedBy('during', '[0,6)'))).toEqual([1])
  expect(await ids(stays().textSearch('words', 'room', { config: 'english', type: 'plain' }))).toEqual([1])
  expect(await ids(stays().textSearch('words', 'loud bars', { config: 'english', type: 'phrase' }))).toEqual([
    2,
  ])
  expect(
    await ids(stays().textSearch('words', 'rooms or bars', { config: 'english', type: 'websearch' })),
  ).toEqual([1, 2])
  const books = () => visitor.from('book').select('id').order('id')
  expect(await ids(books().textSearch('facts', 'booker', { config: 'english' }))).toEqual([1, 3])
  expect(await ids(books().textSearch('facts->prize->>name', 'booker', { config: 'english' }))).toEqual([
    1, 3,
  ])
  expect(await ids(books().notIn('id', [1, 2]))).toEqual([3])
  expect(await ids(books().isDistinct('translator_id', 2))).toEqual([3])
  expect(await ids(books().regexMatch('title', '^H'))).toEqual([2])
  expect(await ids(books().regexIMatch('title', '^h'))).toEqual([2])
  expect(await ids(books().likeAllOf('title', ['%M%', '%n']))).toEqual([3])
  expect(await ids(books().ilikeAnyOf('title', ['the%', 'milk%']))).toEqual([1, 3])
  expect(await ids(books().in('title', ['a"b', 'c\\d', 'Milkman']))).toEqual([3])
})

it('rows come as CSV', async () => {
  expect(await rowsOf(visitor.from('book').select('id,title,tags').lte('id', 2).order('id').csv())).toBe(
    'id,title,tags\n1,"The Vegetarian","{novel,seoul}"\n2,"Human Acts","{novel,gwangju}"',
  )
})

it('spreads of to-one and to-many relations join the columns of their parent, or give lists', async () => {
  expect(
    await rowsOf(
      visitor
        .from('person')
        .select('name,...country(country:name),...book!author_id(titles:title,pages)')
        .order('id', { referencedTable: 'book' })
        .order('id')
        .lte('id', 2),
    ),
  ).toEqual([
    {
      name: 'Han Kang',
      country: 'Korea',
      titles: ['The Vegetarian', 'Human Acts'],
      pages: [188, 218],
    },
    { name: 'Deborah Smith', country: 'Ireland', titles: [], pages: [] },
  ])
  expect(
    await rowsOf(
      operator
        .from('country')
        .select('name,...person(people:name,...passport(numbers:number))')
        .order('id', { referencedTable: 'person' })
        .order('id'),
    ),
  ).toEqual([
    { name: 'Korea', people: ['Han Kang'], numbers: ['KR-1'] },
    { name: 'Ireland', people: ['Deborah Smith', 'Anna Burns'], numbers: [null, null] },
  ])
  expect(
    await rowsOf(visitor.from('genre').select('name,...book!inner(*)').eq('book.id', 2).order('id').limit(1)),
  ).toMatchObject([{ name: 'fiction', id: [2], title: ['Human Acts'] }])
})

it('functions of a row are columns and relationships, for callers who may read the whole row', async () => {
  expect(
    await rowsOf(
      operator
        .from('person')
        .select('name,longest_book(title),long_books(title,genre(name))')
        .order('id')
        .limit(2),
    ),
  ).toEqual([
    {
      name: 'Han Kang',
      longest_book: { title: 'Human Acts' },
      long_books: [{ title: 'Human Acts', genre: [{ name: 'fiction' }, { name: 'history' }] }],
    },
    { name: 'Deborah Smith', longest_book: null, long_books: [] },
  ])
  expect(
    await rowsOf(
      operator.from('person').update({ name: 'Han Kang' }).eq('id', 1).select('shout,longest_book(title)'),
    ),
  ).toEqual([{ shout: 'HAN KANG', longest_book: { title: 'Human Acts' } }])
})

it('a table that points at itself is embedded upwards by its column and downwards by its name', async () => {
  expect(await rowsOf(visitor.from('comment').select('text,parent_id(text)').eq('id', 2))).toEqual([
    { text: 'Reply', parent_id: { text: 'First' } },
  ])
  expect(
    await rowsOf(visitor.from('comment').select('text,replies:comment(text,up:parent_id(id))').eq('id', 1)),
  ).toEqual([
    {
      text: 'First',
      replies: [
        { text: 'Reply', up: { id: 1 } },
        { text: 'Another', up: { id: 1 } },
      ],
    },
  ])
})

it('aggregates group by everything else that is selected', async () => {
  expect(
    await rowsOf(
      visitor.from('book').select('count(),pages.sum(),least:pages.min(),average:pages.avg()::int'),
    ),
  ).toEqual([{ count: 3, sum: 758, least: 188, average: 253 }])
  expect(await rowsOf(visitor.from('book').select('mood,pages.max()').order('mood'))).toEqual([
    { mood: 'calm', max: 352 },
    { mood: 'wild', max: 218 },
  ])
  const counted = await visitor.from('book').select('mood,id.count()', { count: 'exact' }).order('mood')
  expect([counted.error, counted.count]).toEqual([null, 2])
  expect(
    await rowsOf(visitor.from('book').select('author:person!author_id(name),count()').order('author(name)')),
  ).toEqual([
    { author: { name: 'Anna Burns' }, count: 1 },
    { author: { name: 'Han Kang' }, count: 2 },
  ])
  expect(await rowsOf(visitor.from('person').select('name,book!author_id(pages.sum())').eq('id', 1))).toEqual(
    [{ name: 'Han Kang', book: [{ sum: 406 }] }],
  )
  expect(
    await rowsOf(visitor.from('book').select('...person!author_id(name),pages.sum()').order('person(name)')),
  ).toEqual([
    { name: 'Anna Burns', sum: 352 },
    { name: 'Han Kang', sum: 406 },
  ])
  expect(await rowsOf(visitor.from('passport').select('...person(people:count())'))).toEqual([{ people: 1 }])
  expect((await visitor.from('person').select('name,...book!author_id(pages.sum())')).error?.code).toBe(
    'PGRST127',
  )
})

it('errors of unknown embeds, filters and names suggest similar names', async () => {
  const errors = await Promise.all([
    visitor.from('bok').select(),
    visitor.from('book').select('id,genr(name)'),
    visitor.from('book').select('id,genre(name)').filter('genre', 'eq', '1'),
    visitor.from('book').select('id,genre(name)').order('genre(name)'),
    visitor.from('book').select('id').eq('genre.name', 'x'),
    visitor.from('book').select('id,person(name)'),
  ])
  expect(errors.map(({ error }) => [error?.code, error?.hint])).toEqual([
    ['PGRST205', "Perhaps you meant the table 'public.book'"],
    ['PGRST200', "Perhaps you meant 'genre' instead of 'genr'."],
    ['PGRST120', null],
    ['PGRST118', null],
    ['PGRST108', "Verify that 'genre' is included in the 'select' query parameter."],
    [
      'PGRST201',
      "Try changing 'person' to one of the following: 'person!book_author_id_fkey', 'person!book_translator_id_fkey'. Find the desired relationship in the 'details' key.",
    ],
  ])
  expect(errors[5]?.error?.details).toContainEqual({
    cardinality: 'many-to-one',
    embedding: 'book with person',
    relationship: 'book_author_id_fkey using book(author_id) and person(id)',
  })
})

it('!left keeps a parent without children, and a range header limits the rows', async () => {
  expect(await rowsOf(visitor.from('person').select('name,book!left!author_id(title)').eq('id', 4))).toEqual([
    { name: 'Nobody', book: [] },
  ])
  const answer = await fetch(`${target.url}/rest/v1/book?select=id&order=id`, {
    headers: { apikey: target.keys.publishableKey, 'range-unit': 'items', Range: '1-2' },
  })
  expect([answer.headers.get('content-range'), await answer.json()]).toEqual([
    '1-2/*',
    [{ id: 2 }, { id: 3 }],
  ])
})

it('explain, geojson, other schemas and bodies other than JSON are refused, Prefer: timezone is ignored', async () => {
  const explained = await visitor.from('book').select('id').explain()
  expect([explained.status, explained.error?.code]).toEqual([406, 'PGRST107'])
  const mapped = await visitor.from('book').select('id').geojson()
  expect([mapped.status, mapped.error?.code]).toEqual([406, 'PGRST107'])
  const other = await visitor.schema('other').from('book').select('id')
  expect([other.status, other.error?.code]).toEqual([406, 'PGRST106'])
  const headers = {
    apikey: target.keys.publishableKey,
    'content-type': 'text/csv',
    Prefer: 'timezone=Asia/Seoul',
  }
  const answer = await fetch(`${target.url}/rest/v1/book`, { method: 'POST', headers, body: 'title' })
  expect(answer.status).toBe(415)
  const dated = await fetch(`${target.url}/rest/v1/book?select=published_at&id=eq.1`, { headers })
  expect(await dated.json()).toEqual([{ published_at: '2007-10-30T00:00:00+00:00' }])
})
