// Generated images, from the storage service to the sweep that removes them.
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sweepTexts } from '#server/features/tools/sweep-texts.ts'
import { createFileStore } from '#server/adapters/file-store.ts'
import { readEvents } from '#server/testing/read-events.ts'
import { startProductWithFiles, type ProductWithFiles } from './testing/product-with-files.ts'

let site: ProductWithFiles
beforeAll(async () => {
  site = await startProductWithFiles()
})
afterAll(() => site.close())

type Writer = Awaited<ReturnType<ProductWithFiles['member']>>
const form = { topic: 'Library', tone: 'informal', language: 'English', thumbnail: true }
const files = () => createFileStore(site.test.config.supabase)
const query = <Row>(statement: ReturnType<typeof sql<Row>>) =>
  statement.execute(site.test.database).then(({ rows }) => rows)
const isStored = async (path: string) =>
  (await query(sql`select from storage.objects where bucket_id = 'image' and name = ${path}`)).length === 1
const pathIn = (markdown: string | null) => /image\/(\S+)#/.exec(markdown ?? '')![1]!
const lastText = (writer: Writer) =>
  site.test.database
    .selectFrom('tool_use')
    .select(['id', 'thumbnail'])
    .where('user_id', '=', writer.id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
const write = async (writer: Writer, path = 'article', body: object = form) => {
  await readEvents(await writer.post(path, body))
  return lastText(writer)
}
const makeOlder = (path: string) =>
  query(sql`update private.made_picture set made_at = now() - interval '8 days' where path = ${path}`)
const sweep = () => sweepTexts(site.test.database, files())

it('U10, B20: an image is a JPEG of the public bucket at an unguessable address, and the member’s own', async () => {
  const writer = await site.member({ image: 1 })
  const path = pathIn((await write(writer)).thumbnail)
  expect(path).toMatch(/^[0-9a-f]{32}\/I\d{13}\.jpg$/)
  const shown = await fetch(`${site.test.config.supabase.url}/storage/v1/object/public/image/${path}`)
  expect([shown.status, shown.headers.get('content-type'), shown.headers.get('cache-control')]).toEqual([
    200,
    'image/jpeg',
    expect.stringContaining('3600'),
  ])
  expect(await sharp(await shown.arrayBuffer()).metadata()).toMatchObject({ width: 1536, height: 1024 })
  expect(await query(sql`select owner_id from storage.objects where name = ${path}`)).toEqual([
    { owner_id: writer.id },
  ])
})

it('security 88: images stay while a text or a version shows them, and are deleted with the last of these', async () => {
  const writer = await site.member({ image: 2 })
  const { id, thumbnail } = await write(writer)
  const first = pathIn(thumbnail)
  const second = pathIn((await write(writer, `run/${id}/picture`, {})).thumbnail)
  expect(second).not.toBe(first)
  await Promise.all([first, second].map(makeOlder))
  await sweep()
  expect(await Promise.all([first, second].map(isStored))).toEqual([true, true])
  await query(sql`delete from public.tool_use_version where tool_use_id = ${id}`)
  await sweep()
  expect(await Promise.all([first, second].map(isStored))).toEqual([false, true])
  await query(sql`update public.tool_use set deleted_at = now() - interval '31 days' where id = ${id}`)
  await sweep()
  expect(await isStored(second)).toBe(false)
})

it('security 88: an image that a prompt shows stays, although no text shows it any more', async () => {
  const writer = await site.member({ image: 1 })
  const { id, thumbnail } = await write(writer)
  const path = pathIn(thumbnail)
  await query(sql`insert into public.prompt (title, description, prompt, language, user_id, prompt_model_id, prompt_category_sub_id, photo)
    values ('t', 'd', 'p', 'ko', ${writer.id}, 1, 1, ${`/storage/v1/object/public/image/${path}`})`)
  await query(sql`update public.tool_use set deleted_at = now() - interval '31 days' where id = ${id}`)
  await makeOlder(path)
  await sweep()
  expect(await isStored(path)).toBe(true)
})

it('I8: an image that no text took, and one that a crash left without an owner, are deleted after a week and not before', async () => {
  const writer = await site.member({ image: 1 })
  const { id } = await write(writer, 'article', { ...form, thumbnail: false })
  await readEvents(await writer.post('edit', { id, feature: 'image', instruction: 'A chair' }))
  const [made] = await query(
    sql<{ path: string }>`select path from private.made_picture where user_id = ${writer.id}`,
  )
  const left = `${'c'.repeat(32)}/I1795000000000.jpg`
  await site.test.database
    .insertInto('private.made_picture')
    .values({ path: left, user_id: writer.id })
    .execute()
  const signal = new AbortController().signal
  await files().addPicture({ path: left, data: new Uint8Array([255, 216]), signal })
  const both = [made!.path, left]
  await sweep()
  expect(await Promise.all(both.map(isStored))).toEqual([true, true])
  await Promise.all(both.map(makeOlder))
  await sweep()
  expect(await Promise.all(both.map(isStored))).toEqual([false, false])
  expect(await query(sql`select from private.made_picture where path in (${sql.join(both)})`)).toEqual([])
})
