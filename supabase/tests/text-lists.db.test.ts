// My texts: the search, its typing errors and its speed, the order of pages, labels and the trash.
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMember, openTestDatabase, type OpenTestDatabase } from '#scripts/testing/database.ts'
import { runAs } from './as-actor.ts'

let database: OpenTestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await openTestDatabase({ planted: /^I4: tool_use .* without a run$/ })
  client = database.client
})
afterAll(() => database.close())

type Text = { title?: string; content?: string; status?: string; request?: object }
type Line = {
  id: string
  title: string
  excerpt: string | null
  matches: string[]
  labels: string[]
  deleted_at: Date | null
  total: string
  next_cursor: string
}
async function owner() {
  const { id } = await createMember(database.adminUrl)
  const ask = async <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
    (await runAs(client, { role: 'authenticated', id }, sql, values, true)).rows as Row[]
  return {
    id,
    ask,
    add: async ({ title = '제목', content = '본문', status = 'done', request = {} }: Text = {}) => {
      const { rows } = await client.query<{ id: string }>(
        `insert into public.tool_use (user_id, tool, request, language, model, status, title, content)
         values ($1, 'article', $2, 'Korean', 'demo', $3, $4, $5) returning id`,
        [id, JSON.stringify(request), status, title, content],
      )
      return Number(rows[0]!.id)
    },
    list: (options: Record<string, unknown> = {}) =>
      ask<Line>(
        `select * from public.list_texts(${Object.keys(options)
          .map((name, index) => `${name} => $${index + 1}`)
          .join(', ')})`,
        Object.values(options),
      ),
    label: (ids: number[], added: string[], removed: string[] = []) =>
      ask<{ id: string; labels: string[] }>('select * from public.label_texts($1, $2, $3)', [
        ids,
        added,
        removed,
      ]),
    ids: async (name: 'delete_texts' | 'restore_texts' | 'erase_texts', ids: number[] | null) =>
      (await ask<{ id: string }>(`select public.${name}($1) as id`, [ids])).map((row) => Number(row.id)),
  }
}
const idsOf = (lines: Line[]) => lines.map((line) => Number(line.id))

it.each([
  ['도서관', '도서관'],
  ['도서괸', '도서관'],
  ['돗관', null],
  ['보사관', null],
  ['도서실', null],
  ['서울도서관은', '서울 도서관은'],
  ['library', 'Library'],
  ['libary', 'Library'],
  ['libarry', 'Library'],
  ['librsry', 'Library'],
  ['libraary', 'Library'],
  ['lbry', null],
  ['열어요 도서관', '도서관'],
  ['열어요 도서괸', '도서관'],
  ['열어요 박물관', null],
  ['정원 가꾸기', '정원'],
  ['storage', null],
  ['굵은글', '굵은글'],
])('a search for %j finds %j in title, topic and text, with a typing error too', async (search, match) => {
  const person = await owner()
  const id = await person.add({
    title: '안내',
    content:
      'The Library of 서울 도서관은\n아홉 시에 열어요. **굵은**글 ![a](/storage/v1/object/public/image/x#1x1)',
    request: { topic: '정원 가꾸기' },
  })
  const lines = await person.list({ search })
  expect(idsOf(lines)).toEqual(match ? [id] : [])
  expect(lines[0]?.matches ?? [null]).toContain(match)
  expect(lines[0]?.excerpt ?? '').toContain(match ?? '')
})

it('a typing error is forgiven only when nothing matches exactly', async () => {
  const person = await owner()
  const exact = await person.add({ content: '도서괸' })
  await person.add({ content: '도서관' })
  expect(idsOf(await person.list({ search: '도서괸' }))).toEqual([exact])
})

it.each([
  '도서관',
  '도서관에',
  '도서관에서',
  'garden',
  '도서관에서는',
  'gardeners',
  '도서관에서부터는',
  '도서도서관',
  'bananas',
  '가나다가나',
])('the pairs of letters leave out no text that has %j with a typing error', async (word) => {
  const person = await owner()
  const letters = [...word]
  const spoilt = letters.flatMap((letter, n) => [
    letters.with(n, /[가-힣]/.test(letter) ? String.fromCharCode(letter.charCodeAt(0) ^ 1) : 'q'),
    letters.toSpliced(n, 1),
    letters.toSpliced(n, 0, 'q'),
    letters.toSpliced(n, 0, ' '),
    letters.toSpliced(n, 2, letters[n + 1] ?? '', letter),
  ])
  const texts = [...new Set(spoilt.map((each) => each.join('')))].filter((text) => !text.includes(word))
  // The beginning and the end of the word are elsewhere in the text too.
  for (const content of texts)
    await person.add({ content: `글 ${word.slice(0, 2)} ${content}은 ${word.slice(-2)}` })
  const { rows } = await client.query<{ content: string }>(
    `select content from public.tool_use where user_id = $1 and content ~ (select string_agg(v.pattern, '|') from private.typo_variants($2) v)`,
    [person.id, word],
  )
  const found = await client.query<{ content: string }>(
    `select t.content from private.find_texts($1, $2) f join public.tool_use t on t.id = any (f.ids)`,
    [person.id, word],
  )
  const contents = (lines: { content: string }[]) => lines.map(({ content }) => content).sort()
  expect(contents(rows).length).toBeGreaterThanOrEqual(word.length < 5 ? word.length : 3 * word.length)
  expect(contents(found.rows)).toEqual(contents(rows))
})

it.each(['a'.repeat(100), '['.repeat(100), '\\', '(a+)+$', '.*', '가'.repeat(20), 'a-b-c', '*'])(
  'a search for %j is text and no pattern',
  async (search) => {
    const person = await owner()
    await person.add({ content: 'xyz' })
    expect(await person.list({ search })).toEqual([])
  },
)

it('a text is found by its newest title and content, and a running one by its topic until it ends', async () => {
  const person = await owner()
  const id = await person.add({ status: 'running', title: '', content: '', request: { topic: '고양이' } })
  await client.query(`update public.tool_use set content = '강아지' where id = $1`, [id])
  const finds = async (search: string) => (await person.list({ search })).length
  expect([await finds('고양이'), await finds('강아지')]).toEqual([1, 0])
  await client.query(`update public.tool_use set status = 'done' where id = $1`, [id])
  expect(await finds('강아지')).toBe(1)
  await person.ask('select public.save_text($1, 1, $2, $3, $4)', [id, '토끼', '거북이', []])
  expect([await finds('강아지'), await finds('토끼'), await finds('거북이')]).toEqual([0, 1, 1])
})

it('marks, alignment and the address of a picture are no words; a caption is', async () => {
  const { add, list } = await owner()
  const address = `/storage/v1/object/public/image/${'a'.repeat(32)}/I1795000000000.png`
  const id = await add({ content: `[도서]{.mark}관 글 {.center}\n\n![사진](${address} "아침 풍경")` })
  for (const search of ['도서관 글', '아침 풍경']) expect(idsOf(await list({ search }))).toEqual([id])
  for (const search of ['center', 'storage']) expect(await list({ search })).toEqual([])
})

it('a search among the texts of many members reads those of one, by their index', async () => {
  const [person, crowd] = [await owner(), await owner()]
  await client.query(
    `insert into public.tool_use (user_id, tool, request, language, model, status, title, content)
     select case when n <= 20 then $1::uuid else $2::uuid end, 'article', '{}', 'Korean', 'demo', 'done', '글 ' || n,
       repeat('본문 ', 20)
     from generate_series(1, 4000) n`,
    [person.id, crowd.id],
  )
  await client.query('vacuum analyze public.tool_use, private.text_search')
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(
    `explain select s.tool_use_id from private.text_search s
     where s.user_id = '${person.id}' and strpos(s.searched, '도서관') > 0`,
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toMatch(/Index Cond: \(.*user_id/)
  expect(plan).not.toContain('Seq Scan')
})

it.each(['new', 'changed', 'old', 'title'])(
  'the order %s continues in its place, also when the last line of a page moves or goes meanwhile',
  async (sort) => {
    const person = await owner()
    const added: number[] = []
    for (let index = 0; index < 70; index++)
      added.push(await person.add({ title: `${['나', 'a', '가', 'B'][index % 4]} ${index % 7}` }))
    // Other times of change than of creation.
    const changed = added.filter((_, index) => index % 3 === 0)
    for (const id of changed)
      await person.ask('select public.save_text($1, 0, $2, $3, $4)', [id, '다', 'x', []])
    const pages: Line[][] = []
    for (let cursor: string | null = null; ;) {
      const lines: Line[] = await person.list({ sort, cursor })
      if (lines.length === 0) break
      pages.push(lines)
      cursor = lines.at(-1)!.next_cursor
      await person.ids('delete_texts', [Number(lines.at(-1)!.id)])
    }
    expect(pages.map((lines) => lines.length)).toEqual([30, 30, 10])
    const all = pages.flat()
    const byTitle = all.toSorted(
      (a, b) =>
        Number(a.title.toLowerCase() > b.title.toLowerCase()) -
          Number(a.title.toLowerCase() < b.title.toLowerCase()) || Number(a.id) - Number(b.id),
    )
    const orders: Record<string, number[]> = {
      old: added,
      new: added.toReversed(),
      changed: [...changed.toReversed(), ...added.filter((id) => !changed.includes(id)).toReversed()],
      title: idsOf(byTitle),
    }
    expect(idsOf(all)).toEqual(orders[sort])
  },
)

it.each([{ sort: 'size' }, { cursor: 'x' }, { cursor: '1' }, { is_trash: null }])(
  'a list with %j is refused',
  async (options) => {
    await expect((await owner()).list(options)).rejects.toThrow('invalid_request')
  },
)

it('labels are added to and removed from own texts, each once, in one spelling, and filter the list', async () => {
  const [person, other] = [await owner(), await owner()]
  const [first, second, foreign] = [await person.add(), await person.add(), await other.add()]
  await person.label([first], ['  업무   보고 ', 'Work'])
  const labelled = await person.label([first, second, foreign], ['work', '블로그'], ['업무 보고'])
  expect(labelled.map(({ labels }) => labels)).toEqual([
    ['Work', '블로그'],
    ['Work', '블로그'],
  ])
  expect(await person.ask('select * from public.list_labels()')).toEqual([
    { name: 'Work', count: '2' },
    { name: '블로그', count: '2' },
  ])
  expect(idsOf(await person.list({ label: 'Work' }))).toEqual([second, first])
  expect(await person.list({ label: '업무 보고' })).toEqual([])
  expect(await other.ask('select * from public.list_labels()')).toEqual([])
  // A label is no change of the text.
  expect((await client.query('select revision from public.tool_use where id = $1', [first])).rows).toEqual([
    { revision: 0 },
  ])
  const [copy] = await person.ask<{ id: string }>(`select public.duplicate_text($1, 'x') as id`, [first])
  expect((await person.list()).find(({ id }) => id === copy!.id)!.labels).toEqual(['Work', '블로그'])
})

it('a text has ten labels of thirty characters at most, from every source', async () => {
  const person = await owner()
  const id = await person.add()
  const ten = Array.from({ length: 10 }, (_, index) => `${index}`.repeat(30))
  await person.label([id], ten)
  await expect(person.label([id], ['one more'])).rejects.toThrow('invalid_request')
  await expect(person.label([id], [...ten, 'x'])).rejects.toThrow('invalid_request')
  for (const name of ['', '  ', 'x'.repeat(31), null])
    await expect(person.label([id], [name as string], ten)).rejects.toThrow('invalid_request')
  await person.label([id], ['one more'], [ten[0]!])
  for (const labels of [[...ten, 'x'], ['x'.repeat(31)], [''], [null]])
    await expect(
      client.query('update public.tool_use set labels = $2 where id = $1', [id, labels]),
    ).rejects.toThrow('tool_use_labels_few')
})

it('a label is renamed and deleted on all texts, those of the trash included; an existing name merges two', async () => {
  const [person, other] = [await owner(), await owner()]
  const [first, second, foreign] = [await person.add(), await person.add(), await other.add()]
  await person.label([first], ['가', '나'])
  await person.label([second], ['가'])
  await other.label([foreign], ['가'])
  await person.ids('delete_texts', [second])
  await person.ask(`select public.rename_label('가', ' 나 ')`)
  await person.ids('restore_texts', [second])
  expect((await person.list()).map(({ labels }) => labels)).toEqual([['나'], ['나']])
  await expect(person.ask(`select public.rename_label('나', '')`)).rejects.toThrow('invalid_request')
  expect(await person.ask(`select public.delete_label('나') as count`)).toEqual([{ count: 2 }])
  expect((await person.list()).map(({ labels }) => labels)).toEqual([[], []])
  expect((await other.list())[0]!.labels).toEqual(['가'])
  await person.label([first], ['work'])
  expect(await person.ask(`select public.rename_label('work', 'Work') as name`)).toEqual([{ name: 'Work' }])
})

it('the trash lists deleted texts, newest deletion first; they are restored or deleted for good, own ones only', async () => {
  const [person, other] = [await owner(), await owner()]
  const [first, second, third, kept] = [
    await person.add({ title: '도서관' }),
    await person.add(),
    await person.add(),
    await person.add(),
  ]
  const foreign = await other.add()
  await person.ids('delete_texts', [third])
  await person.ids('delete_texts', [first])
  await person.ids('delete_texts', [second])
  await other.ids('delete_texts', [foreign])
  const trash = await person.list({ is_trash: true })
  expect(idsOf(trash)).toEqual([second, first, third])
  expect(trash[0]).toMatchObject({ deleted_at: expect.any(Date), total: '3' })
  expect(idsOf(await person.list({ is_trash: true, search: '도서관' }))).toEqual([first])
  expect(idsOf(await person.list())).toEqual([kept])
  expect(await person.ids('erase_texts', [second, kept, foreign])).toEqual([second])
  expect(await person.ids('restore_texts', [second, first])).toEqual([first])
  expect(await person.ids('erase_texts', null)).toEqual([third])
  expect(idsOf(await person.list())).toEqual([kept, first])
  expect(idsOf(await other.list({ is_trash: true }))).toEqual([foreign])
  expect(
    (await client.query('select from private.text_search where tool_use_id = $1', [third])).rows,
  ).toEqual([])
})

it('a text is not deleted for good while an editor command of it runs', async () => {
  const person = await owner()
  const id = await person.add()
  await client.query(
    `insert into public.tool_edit (user_id, tool_use_id, feature, model) values ($1, $2, 'text', 'demo')`,
    [person.id, id],
  )
  await person.ids('delete_texts', [id])
  expect(await person.ids('erase_texts', [id])).toEqual([])
  await client.query(`update public.tool_edit set status = 'done' where tool_use_id = $1`, [id])
  expect(await person.ids('erase_texts', [id])).toEqual([id])
})

it('a blocked member has no list and changes nothing', async () => {
  const person = await owner()
  const id = await person.add()
  await client.query('update public."user" set is_block = true where id = $1', [person.id])
  expect(await person.list()).toEqual([])
  for (const call of [
    () => person.ids('erase_texts', null),
    () => person.label([id], ['x']),
    () => person.ask(`select public.rename_label('x', 'y')`),
    () => person.ask(`select public.delete_label('x')`),
  ])
    await expect(call()).rejects.toThrow('user_blocked')
})
