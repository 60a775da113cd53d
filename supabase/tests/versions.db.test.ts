// Texts in the hands of several tabs, devices and runs: what one of them writes never silently disappears.
import pg from 'pg'
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
let member: TestMember
let stranger: TestMember

beforeAll(async () => {
  database = await openTestDatabase({ planted: /^I4: tool_use .* without a run$/ })
  client = database.client
  member = await createMember(database.adminUrl)
  stranger = await createMember(database.adminUrl)
})
afterAll(() => database.close())

type Version = { id: string; number: number; content: string; made_by: string }

async function makeText(content: string, status = 'done'): Promise<string> {
  const { rows } = await client.query(
    `insert into public.tool_use (user_id, tool, request, language, model, status, title, content)
     values ($1, 'article', '{}', 'Korean', 'demo', $2, '제목', $3) returning id`,
    [member.id, status, content],
  )
  return rows[0].id
}

async function save(
  id: string,
  base: number,
  content: string,
  options: { isExplicit?: boolean; by?: TestMember; on?: pg.Client } = {},
): Promise<{ revision: number; saved_at: string | null }> {
  const actor: Actor = { role: 'authenticated', id: (options.by ?? member).id }
  const { rows } = await runAs(
    options.on ?? client,
    actor,
    `select * from public.save_text($1, $2, '제목', $3, '{}', $4)`,
    [id, base, content, options.isExplicit ?? false],
    true,
  )
  return rows[0]
}

const restore = (versionId: string, by: TestMember = member) =>
  runAs(
    client,
    { role: 'authenticated', id: by.id },
    'select * from public.restore_version($1)',
    [versionId],
    true,
  )

async function listVersions(id: string): Promise<Version[]> {
  const { rows } = await client.query(
    'select id, number, content, made_by from public.tool_use_version where tool_use_id = $1 order by number',
    [id],
  )
  return rows
}
const contentsOf = async (id: string) => (await listVersions(id)).map((version) => version.content)
const readContent = async (id: string) =>
  (await client.query('select content, revision from public.tool_use where id = $1', [id])).rows[0]

it('a save that stands on an older count is a conflict and changes nothing', async () => {
  const id = await makeText('본문')
  expect((await save(id, 0, '첫째 탭')).revision).toBe(1)
  await expect(save(id, 0, '둘째 탭')).rejects.toThrow('edit_conflict')
  expect(await readContent(id)).toEqual({ content: '첫째 탭', revision: 1 })
})

it('a save whose answer was lost can be repeated', async () => {
  const id = await makeText('본문')
  await save(id, 0, '고친 글')
  expect((await save(id, 0, '고친 글')).revision).toBe(1)
})

it('of many saves at once exactly one wins, the others are told', async () => {
  const id = await makeText('본문')
  const clients = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const one = new pg.Client({ connectionString: database.adminUrl })
      await one.connect()
      return one
    }),
  )
  const outcomes = await Promise.allSettled(
    clients.map((on, index) => save(id, 0, `탭 ${String(index)}`, { on })),
  )
  await Promise.all(clients.map((one) => one.end()))
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
  expect((await readContent(id)).revision).toBe(1)
})

it('what a run writes counts too, so an open editor meets a conflict and not a loss', async () => {
  const id = await makeText('본문')
  await client.query(`update public.tool_use set content = '다시 쓴 글' where id = $1`, [id])
  await expect(save(id, 0, '내가 고친 글')).rejects.toThrow('edit_conflict')
})

it('while a run writes a text nobody else does', async () => {
  const id = await makeText('본문', 'running')
  await expect(save(id, 0, 'x')).rejects.toThrow('request_in_progress')
})

it('T20: only an explicit save counts as the first save', async () => {
  const id = await makeText('본문')
  expect((await save(id, 0, '저절로')).saved_at).toBeNull()
  expect((await save(id, 1, '저절로', { isExplicit: true })).saved_at).not.toBeNull()
})

it('the first edit keeps what the run wrote, later ones at most one state in ten minutes, an explicit save always', async () => {
  const id = await makeText('AI가 쓴 글')
  await save(id, 0, '하나')
  await save(id, 1, '하나 둘')
  expect(await contentsOf(id)).toEqual(['AI가 쓴 글'])
  await client.query(
    `update public.tool_use_version set created_at = created_at - interval '11 minutes' where tool_use_id = $1`,
    [id],
  )
  await save(id, 2, '하나 둘 셋')
  expect(await contentsOf(id)).toEqual(['AI가 쓴 글', '하나 둘'])
  await save(id, 3, '하나 둘 셋', { isExplicit: true })
  await save(id, 3, '하나 둘 셋', { isExplicit: true })
  expect(await contentsOf(id)).toEqual(['AI가 쓴 글', '하나 둘', '하나 둘 셋'])
})

it('a run keeps the text it is about to write over, and an edit afterwards keeps what the run wrote', async () => {
  const id = await makeText('처음')
  await save(id, 0, '사람이 고침')
  await client.query(`select private.save_version($1, 'run')`, [id])
  await client.query(`update public.tool_use set content = '다시 쓴 글' where id = $1`, [id])
  await save(id, 2, '다시 고침')
  const versions = await listVersions(id)
  expect(versions.map(({ content, made_by }) => [content, made_by])).toEqual([
    ['처음', 'person'],
    ['사람이 고침', 'run'],
    ['다시 쓴 글', 'person'],
  ])
})

it('a restored version can be undone by restoring what stood before it', async () => {
  const id = await makeText('처음')
  await save(id, 0, '나중')
  const [first] = await listVersions(id)
  const { rows } = await restore(first!.id)
  expect(rows[0]).toMatchObject({ content: '처음', revision: 2 })
  const versions = await listVersions(id)
  expect(versions.at(-1)).toMatchObject({ content: '나중' })
  await restore(versions.at(-1)!.id)
  expect((await readContent(id)).content).toBe('나중')
})

it('the side that is given up in a conflict is kept as a version', async () => {
  const id = await makeText('처음')
  await runAs(
    client,
    { role: 'authenticated', id: member.id },
    `select public.stash_text_version($1, '제목', '포기한 글', '{}')`,
    [id],
    true,
  )
  expect(await contentsOf(id)).toEqual(['포기한 글'])
  expect((await readContent(id)).content).toBe('처음')
})

it('at most fifty versions stay: the first, the newest 25, and the past gets thinner', async () => {
  const id = await makeText('0')
  for (let number = 1; number <= 60; number++) {
    await client.query(`select private.add_version($1, '제목', $2::text, '{}', 'person')`, [
      id,
      `v${String(number)}`,
    ])
  }
  const kept = (await listVersions(id)).map((version) => version.number)
  expect(kept).toHaveLength(50)
  expect(kept[0]).toBe(1)
  expect(kept.slice(-25)).toEqual(Array.from({ length: 25 }, (_, index) => 36 + index))
})

it("O18: somebody else's text and versions are not found", async () => {
  const id = await makeText('비밀')
  await save(id, 0, '비밀 2')
  const [version] = await listVersions(id)
  await expect(save(id, 1, 'x', { by: stranger })).rejects.toThrow('not_found')
  await expect(restore(version!.id, stranger)).rejects.toThrow('not_found')
  await expect(
    runAs(
      client,
      { role: 'authenticated', id: stranger.id },
      `select public.stash_text_version($1, 't', 'c', '{}')`,
      [id],
    ),
  ).rejects.toThrow('not_found')
  expect(await contentsOf(id)).toEqual(['비밀'])
})

it('security 32: a blocked member saves and restores nothing', async () => {
  const blocked = await createMember(database.adminUrl, { isBlock: true })
  const id = await makeText('본문')
  await client.query('update public.tool_use set user_id = $2 where id = $1', [id, blocked.id])
  await expect(save(id, 0, 'x', { by: blocked })).rejects.toThrow('user_blocked')
})

it('a picture above a text goes with its versions: taken away or replaced it comes back, and nobody else takes it', async () => {
  const id = await makeText('본문')
  const picture = (name: string) =>
    `![a](/storage/v1/object/public/image/${name.repeat(32)}/I1795000000000.jpg#3x2)`
  const readThumbnail = async () =>
    (await client.query('select thumbnail from public.tool_use where id = $1', [id])).rows[0].thumbnail
  const remove = (by: TestMember) =>
    runAs(client, { role: 'authenticated', id: by.id }, 'select public.remove_thumbnail($1)', [id], true)
  await client.query('update public.tool_use set thumbnail = $2 where id = $1', [id, picture('a')])
  await expect(remove(stranger)).rejects.toThrow('not_found')
  await remove(member)
  expect(await readThumbnail()).toBeNull()
  const putBack = (by: TestMember) =>
    runAs(client, { role: 'authenticated', id: by.id }, 'select public.put_back_thumbnail($1)', [id], true)
  await expect(putBack(stranger)).rejects.toThrow('not_found')
  await client.query(`update public.tool_use set content = '그 뒤에 고친 본문' where id = $1`, [id])
  await putBack(member)
  expect(await readThumbnail()).toBe(picture('a'))
  const { rows: edited } = await client.query('select content from public.tool_use where id = $1', [id])
  expect(edited).toEqual([{ content: '그 뒤에 고친 본문' }])
  await client.query(`update public.tool_use set content = '본문' where id = $1`, [id])
  await remove(member)
  const [version] = await listVersions(id)
  const { rows } = await restore(version!.id)
  expect(rows).toMatchObject([{ content: '본문', thumbnail: picture('a') }])
  expect(await readThumbnail()).toBe(picture('a'))
  await client.query(`update public.tool_use set status = 'running' where id = $1`, [id])
  await expect(remove(member)).rejects.toThrow('request_in_progress')
  await expect(
    client.query('update public.tool_use set thumbnail = $2 where id = $1', [
      id,
      '![a](https://evil.example/a.jpg#1x1)',
    ]),
  ).rejects.toThrow('tool_use_thumbnail_picture')
})
