// Which files a text uses, after whatever happened to it: the rows say what a search through the texts would find.
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMember, openTestDatabase, type OpenTestDatabase } from '#scripts/testing/database.ts'

let database: OpenTestDatabase
let client: pg.Client
let member: string
beforeAll(async () => {
  database = await openTestDatabase({ planted: /^I8: text / })
  client = database.client
  member = (await createMember(database.adminUrl)).id
})
afterAll(() => database.close())

const file = (n: number, ending = 'png') => `${String(n).padStart(32, '0')}/I1700000000000.${ending}`
const picture = (n: number) => `![a](/storage/v1/object/public/image/${file(n)})`
const video = (n: number) => `![a](/storage/v1/object/public/video/${file(n, 'mp4')})`
async function text(content: string, files: string[] = []): Promise<string> {
  for (const path of files)
    await client.query(
      `insert into storage.objects (bucket_id, name, owner_id) values ('document', $1, $2)`,
      [path, member],
    )
  const { rows } = await client.query<{ id: string }>(
    `insert into public.tool_use (user_id, tool, request, language, model, status, content) values ($1, 'article', $2, 'Korean', 'demo', 'done', $3) returning id`,
    [member, { files: files.map((path) => ({ path, name: 'a.pdf' })) }, content],
  )
  return rows[0]!.id
}
const needs = async (bucket: string, path: string, who = member) =>
  (
    await client.query<{ needed: boolean }>('select private.needs_file($1, $2, $3) as needed', [
      who,
      bucket,
      path,
    ])
  ).rows[0]!.needed

it('pictures, videos and documents of a text are needed while it names them, and by its member only', async () => {
  const id = await text(`${picture(1)}\n${video(2)}`, [file(3, 'pdf')])
  const stranger = (await createMember(database.adminUrl)).id
  expect([
    await needs('image', file(1)),
    await needs('video', file(2, 'mp4')),
    await needs('document', file(3, 'pdf')),
    await needs('image', file(2)),
    await needs('image', file(1), stranger),
  ]).toEqual([true, true, true, false, false])
  await client.query('update public.tool_use set content = $2 where id = $1', [id, 'only words'])
  expect([
    await needs('image', file(1)),
    await needs('video', file(2, 'mp4')),
    await needs('document', file(3, 'pdf')),
  ]).toEqual([false, false, true])
})

it('a version needs what the text no longer names, until it goes', async () => {
  const id = await text(picture(10))
  await client.query(`select private.save_version($1, 'person')`, [id])
  await client.query(`update public.tool_use set content = 'words' where id = $1`, [id])
  expect(await needs('image', file(10))).toBe(true)
  await client.query('delete from public.tool_use_version where tool_use_id = $1', [id])
  expect(await needs('image', file(10))).toBe(false)
})

it('a text in the bin needs its files, a deleted one does not', async () => {
  const id = await text(picture(20))
  await client.query('update public.tool_use set deleted_at = now() where id = $1', [id])
  expect(await needs('image', file(20))).toBe(true)
  await client.query('delete from public.tool_use where id = $1', [id])
  expect(await needs('image', file(20))).toBe(false)
})

it('two texts with one picture: it is needed until neither names it', async () => {
  const path = file(30, 'jpg')
  const above = `![a](/storage/v1/object/public/image/${path}#10x10)`
  const [one, other] = [await text(above), await text(`${above} ${above}`)]
  await client.query('delete from public.tool_use where id = $1', [one])
  expect(await needs('image', path)).toBe(true)
  await client.query(`update public.tool_use set thumbnail = $2, content = '' where id = $1`, [other, above])
  expect(await needs('image', path)).toBe(true)
  await client.query('update public.tool_use set thumbnail = null where id = $1', [other])
  expect(await needs('image', path)).toBe(false)
})
