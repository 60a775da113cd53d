import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMember, openTestDatabase, type OpenTestDatabase } from '#scripts/testing/database.ts'
import { historyPageSize } from '#shared/tools.ts'
import { runAs } from './as-actor.ts'

let database: OpenTestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await openTestDatabase({ planted: /^I4: tool_use .* without a run$/ })
  client = database.client
  await mayDelete(client)
})
afterAll(() => database.close())

/** As the storage service says of itself. */
const mayDelete = (at: pg.Client) => at.query(`set storage.can_delete = 'true'`)
const addFiles = (userId: string, paths: string[]) =>
  client.query(
    `insert into storage.objects (bucket_id, name, owner_id) select 'document', unnest($2::text[]), $1 on conflict do nothing`,
    [userId, paths],
  )
type Text = { title?: string; content?: string; tool?: string; status?: string; files?: string[] }
async function addText(
  userId: string,
  { title = '제목', content = '본문', tool = 'article', status = 'done', files = [] }: Text = {},
) {
  await addFiles(userId, files)
  const { rows } = await client.query<{ id: string }>(
    `insert into public.tool_use (user_id, tool, request, language, model, status, title, content)
     values ($1, $2, $3, 'Korean', 'demo', $4, $5, $6) returning id`,
    [
      userId,
      tool,
      JSON.stringify({ files: files.map((path) => ({ path, name: 'a.pdf' })) }),
      status,
      title,
      content,
    ],
  )
  return Number(rows[0]!.id)
}
async function owner() {
  const { id } = await createMember(database.adminUrl)
  const actor = { role: 'authenticated' as const, id }
  const ask = async <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
    (await runAs(client, actor, sql, values, true)).rows as Row[]
  return {
    id,
    ask,
    add: (text?: Text) => addText(id, text),
    list: async (search = '', tool: string | null = null, cursor: string | null = null) => {
      const rows = await ask<{ id: string; total: string; excerpt: string | null; next_cursor: string }>(
        'select id, total, excerpt, next_cursor from public.list_texts($1, $2, cursor => $3)',
        [search, tool, cursor],
      )
      return {
        ids: rows.map((row) => Number(row.id)),
        total: Number(rows[0]?.total ?? 0),
        excerpt: rows[0]?.excerpt,
        next: rows.at(-1)?.next_cursor ?? null,
      }
    },
    call: async (name: string, ...values: unknown[]) =>
      (
        await ask<{ value: unknown }>(
          `select public.${name}(${values.map((_, index) => `$${index + 1}`).join(', ')}) as value`,
          values,
        )
      ).map(({ value }) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value)),
  }
}

it('T23: texts come newest first, thirty a page, with the exact total, continued by a cursor; a search and a filter too', async () => {
  const person = await owner()
  const other = await owner()
  await other.add({ title: '도서관' })
  const ids: number[] = []
  for (let index = 0; index < historyPageSize + 5; index++)
    ids.unshift(await person.add({ title: `도서관 ${index}`, tool: index % 2 ? 'email' : 'article' }))
  await person.add({ title: '다른 글' })
  const first = await person.list('도서관')
  expect([first.ids, first.total]).toEqual([ids.slice(0, historyPageSize), ids.length])
  const next = await person.list('도서관', null, first.next)
  expect([next.ids, next.total]).toEqual([ids.slice(historyPageSize), ids.length])
  expect((await person.list('', 'email')).total).toBe(17)
  expect((await person.list('도서관 3', 'email')).total).toBe(5)
  expect((await person.list()).total).toBe(ids.length + 1)
})

it.each([
  ['LIBRARY', true],
  ['도서', true],
  ['서관', true],
  ['  도서관  ', true],
  // Composed of letters, as some keyboards and file systems send it.
  ['도서관'.normalize('NFD'), true],
  ['100%', true],
  ['00%_', true],
  ['100_', false],
  ['%', true],
  ['\\', true],
  ["'; drop table x; --", false],
  ['박물관', false],
])('the history finds %j in the text, without upper and lower case: %s', async (words, isFound) => {
  const person = await owner()
  const id = await person.add({ content: 'The Library of 서울 도서관 is 100%_ open \\ today.' })
  expect((await person.list(words)).ids).toEqual(isFound ? [id] : [])
})

it('a search shows where it was found in the text', async () => {
  const person = await owner()
  await person.add({ content: `${'가'.repeat(500)} 도서관은 아홉 시에 열어요. ${'나'.repeat(500)}` })
  expect((await person.list('도서관')).excerpt).toMatch(/^가+ 도서관은 아홉 시에 열어요\. 나+$/)
  expect((await person.list('제목')).excerpt).toBeNull()
})

it('T25: what is deleted is hidden at once, also behind its link, and comes back whole until it is removed for good', async () => {
  const person = await owner()
  const [kept, gone, running] = [
    await person.add(),
    await person.add(),
    await person.add({ status: 'running' }),
  ]
  await client.query('update public.tool_use set saved_at = now() where id = $1', [gone])
  const [share] = await person.call('share_tool_use', gone)
  const shared = async () =>
    (await runAs(client, { role: 'anon' }, 'select * from public.read_shared_text($1)', [share])).rows.length
  expect(await person.call('delete_texts', [gone, running])).toEqual([gone])
  expect([(await person.list()).ids, await shared()]).toEqual([[running, kept], 0])
  for (const call of [
    () => person.call('save_text', gone, 0, 'x', 'y', [], false),
    () => person.call('rename_text', gone, 'x'),
    () => person.call('duplicate_text', gone, 'x'),
    () => person.call('unshare_tool_use', gone),
    () => person.call('set_text_goal', gone, 500, 'words'),
    () => person.call('confirm_assumption', gone, 'x'),
  ])
    await expect(call()).rejects.toThrow('not_found')
  expect(await person.call('restore_texts', [gone])).toEqual([gone])
  expect([(await person.list()).ids, await shared()]).toEqual([[running, gone, kept], 1])
  await expect(person.call('delete_texts', [])).rejects.toThrow('select_history')
})

it('nobody deletes, takes back, renames or duplicates a text of somebody else', async () => {
  const [person, other] = [await owner(), await owner()]
  const id = await other.add()
  expect(await person.call('delete_texts', [id])).toEqual([])
  await other.call('delete_texts', [id])
  expect(await person.call('restore_texts', [id])).toEqual([])
  await other.call('restore_texts', [id])
  await expect(person.call('rename_text', id, 'x')).rejects.toThrow('not_found')
  await expect(person.call('duplicate_text', id, 'x')).rejects.toThrow('not_found')
  await expect(person.call('set_text_goal', id, 500, 'words')).rejects.toThrow('not_found')
  await expect(person.call('confirm_assumption', id, 'x')).rejects.toThrow('not_found')
})

it('an assumption and a piece of advice are dealt with once and for good, without a revision; a copy has the others', async () => {
  const person = await owner()
  const id = await person.add()
  const set = (column: 'assumed' | 'advice', list: unknown[]) =>
    client.query(`update public.tool_use set ${column} = $2 where id = $1`, [id, list])
  const listsOf = async (text: unknown) => {
    const { rows } = await client.query(
      'select assumed, advice, revision, edited_at from public.tool_use where id = $1',
      [text],
    )
    return rows[0]
  }
  const isUnchanged = { revision: 0, edited_at: null }
  await set('assumed', ['I asked first.', 'Then I called.', 'x'.repeat(500)])
  await set('advice', ['Keep a copy.', 'Ask the office.', 'I asked first.'])
  for (const gone of ['Then I called.', 'Then I called.', 'Ask the office.', 'Never listed.', null])
    await person.call('confirm_assumption', id, gone)
  const left = { assumed: ['I asked first.', 'x'.repeat(500)], advice: ['Keep a copy.', 'I asked first.'] }
  expect(await listsOf(id)).toEqual({ ...left, ...isUnchanged })
  const [copy] = await person.call('duplicate_text', id, 'x')
  expect(await listsOf(copy)).toMatchObject(left)
  await person.call('confirm_assumption', id, 'I asked first.')
  expect(await listsOf(id)).toMatchObject({ assumed: ['x'.repeat(500)], advice: ['Keep a copy.'] })
  for (const column of ['assumed', 'advice'] as const)
    for (const list of [[''], ['x'.repeat(501)], [null], Array(21).fill('x')])
      await expect(set(column, list)).rejects.toThrow(`tool_use_${column}_few`)
})

it('an assumption is not confirmed while a run writes the text, nor by a blocked member', async () => {
  const person = await owner()
  const running = await person.add({ status: 'running' })
  await expect(person.call('confirm_assumption', running, 'x')).rejects.toThrow('request_in_progress')
  const id = await person.add()
  await client.query('update public."user" set is_block = true where id = $1', [person.id])
  await expect(person.call('confirm_assumption', id, 'x')).rejects.toThrow('user_blocked')
})

it('a goal is set, copied and removed without a revision; one that nobody could write is refused', async () => {
  const person = await owner()
  const id = await person.add()
  const goalOf = async (text: unknown) => {
    const { rows } = await client.query(
      'select goal_count, goal_unit, revision, edited_at from public.tool_use where id = $1',
      [text],
    )
    return rows[0]
  }
  const isUnchanged = { revision: 0, edited_at: null }
  await person.call('set_text_goal', id, 200_000, 'characters')
  expect(await goalOf(id)).toEqual({ goal_count: 200_000, goal_unit: 'characters', ...isUnchanged })
  const [copy] = await person.call('duplicate_text', id, 'x')
  expect(await goalOf(copy)).toMatchObject({ goal_count: 200_000, goal_unit: 'characters' })
  for (const [count, unit] of [
    [0, 'words'],
    [-1, 'words'],
    [200_001, 'words'],
    [500, 'pages'],
    [500, null],
    [null, 'words'],
  ])
    await expect(person.call('set_text_goal', id, count, unit)).rejects.toThrow('invalid_request')
  await person.call('set_text_goal', id)
  expect(await goalOf(id)).toEqual({ goal_count: null, goal_unit: null, ...isUnchanged })
})

it('a title is changed as an edit, so that an open editor learns of it; an empty or endless one is refused', async () => {
  const person = await owner()
  const id = await person.add()
  await person.call('rename_text', id, '  새 제목 ')
  const { rows } = await client.query(
    'select title, revision, edited_at from public.tool_use where id = $1',
    [id],
  )
  expect(rows).toMatchObject([{ title: '새 제목', revision: 1, edited_at: expect.any(Date) }])
  await expect(person.call('save_text', id, 0, 'x', 'y', [], false)).rejects.toThrow('edit_conflict')
  for (const title of ['', '  ', 'x'.repeat(301)])
    await expect(person.call('rename_text', id, title)).rejects.toThrow('invalid_request')
})

it('a duplicate has text and request, but neither link nor price, and there are a hundred a day', async () => {
  const person = await owner()
  const id = await person.add({ content: '원본', files: [`${'a'.repeat(32)}/I1795000000000.pdf`] })
  await client.query('update public.tool_use set token = 500, saved_at = now() where id = $1', [id])
  await person.call('share_tool_use', id)
  const [copy] = await person.call('duplicate_text', id, '제목 사본')
  const { rows } = await client.query(
    'select title, content, token, share_id, request, copy_of from public.tool_use where id = $1',
    [copy],
  )
  expect(rows).toMatchObject([
    {
      title: '제목 사본',
      content: '원본',
      token: '0',
      share_id: null,
      copy_of: String(id),
      request: { files: [{}] },
    },
  ])
  await client.query(
    `insert into public.tool_use (user_id, tool, request, language, model, status, copy_of)
     select $1, 'article', '{}', 'Korean', 'demo', 'done', $2 from generate_series(1, 99)`,
    [person.id, id],
  )
  await expect(person.call('duplicate_text', id, 'x')).rejects.toThrow('too_many_requests')
})

it('files of a text are noted when its row goes, whoever deletes it', async () => {
  const person = await owner()
  const paths = ['a', 'b'].map((letter) => `${letter.repeat(32)}/I1795000000001.pdf`)
  const id = await person.add({ files: paths })
  const noted = async () =>
    (
      await client.query('select path from private.file_deletion_queue where user_id = $1 order by path', [
        person.id,
      ])
    ).rows
  await person.call('delete_texts', [id])
  expect(await noted()).toEqual([])
  await client.query('delete from public.tool_use where user_id = $1', [person.id])
  expect(await noted()).toEqual(paths.map((path) => ({ path })))
})

it('a file that a text is written from cannot be taken away by its member, until the text is gone', async () => {
  const person = await owner()
  const [used, free, picture] = ['c', 'd', 'e'].map((letter) => `${letter.repeat(32)}/I1795000000002.pdf`)
  await addFiles(person.id, [free!])
  const id = await person.add({ files: [used!] })
  await client.query(`insert into storage.objects (bucket_id, name, owner_id) values ('image', $2, $1)`, [
    person.id,
    picture,
  ])
  const takeAway = async () =>
    (
      await person.ask<{ name: string }>('delete from storage.objects where owner_id = $1 returning name', [
        person.id,
      ])
    ).map(({ name }) => name)
  expect((await takeAway()).toSorted()).toEqual([free, picture])
  await person.call('delete_texts', [id])
  expect(await takeAway()).toEqual([])
  await client.query('delete from public.tool_use where id = $1', [id])
  expect(await takeAway()).toEqual([used])
})

it('a text that begins while its file is taken away finds it gone, and one that has begun keeps it', async () => {
  const person = await owner()
  const connect = async () => {
    const at = new pg.Client({ connectionString: database.adminUrl })
    await at.connect()
    await mayDelete(at)
    return at
  }
  const [first, second] = [await connect(), await connect()]
  const path = `${'f'.repeat(32)}/I1795000000003.pdf`
  const takeAway = 'delete from storage.objects where name = $1'
  const begin = `insert into public.tool_use (user_id, tool, request, language, model, status)
    values ($1, 'article', jsonb_build_object('files', jsonb_build_array(jsonb_build_object('path', $2::text))), 'Korean', 'demo', 'done')`
  const asMember = async (at: pg.Client) => {
    await at.query('begin')
    await at.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify({ sub: person.id })])
    await at.query('set local role authenticated')
  }
  const untilWaiting = async () => {
    while (
      (
        await client.query(
          `select from pg_locks l join pg_database d on d.oid = l.database
           where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`,
        )
      ).rowCount === 0
    );
  }
  try {
    await addFiles(person.id, [path])
    await asMember(first)
    await first.query(takeAway, [path])
    const late = Promise.allSettled([second.query(begin, [person.id, path])])
    await untilWaiting()
    await first.query('commit')
    expect(await late).toMatchObject([{ status: 'rejected', reason: { message: 'file_gone' } }])

    await addFiles(person.id, [path])
    await first.query('begin')
    await first.query(begin, [person.id, path])
    await asMember(second)
    const refused = second.query(takeAway, [path])
    await untilWaiting()
    await first.query('commit')
    expect((await refused).rowCount).toBe(0)
    await second.query('commit')
  } finally {
    await Promise.all([first.end(), second.end()])
  }
})
