// Scans and images in a text's price, and slow files: they do not block other members.
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFileReader } from '#server/adapters/file-reader.ts'
import type { FileStore } from '#server/adapters/file-store.ts'
import type { DocumentReader } from '#server/adapters/reading/document-reader.ts'
import { makePdf } from '#server/testing/make-pdf.ts'
import { readEvents } from '#server/testing/read-events.ts'
import { balance, post } from '#server/testing/tool-cases.ts'
import { createTestProduct } from '#server/testing/test-product.ts'
import { estimateTool } from '#shared/tool-prices.ts'
import { toolSchemas } from '#shared/tools-form.ts'
import { startProductWithFiles, type ProductWithFiles } from './testing/product-with-files.ts'

let product: ProductWithFiles
beforeAll(async () => {
  product = await startProductWithFiles()
  product.settings.canReadPdf = true
})
afterAll(() => product.close())

const order = { topic: 'Library', tone: 'informal', language: 'English' }
const form = { ...toolSchemas.article.parse(order), tool: 'article' } as const
const ceilingOf = (pages: number) => estimateTool(form, [{ pages }], 'gpt').ceiling

it('B12: a scan is held for by its pages, and refused before anything is held where they cannot be paid', async () => {
  const scan = makePdf(Array<string>(12).fill(''))
  const writer = await product.member()
  const path = await writer.store('scan.pdf', scan)
  const [started] = await readEvents(await writer.write([{ path, name: 'scan.pdf' }]))
  expect(started!.event).toMatchObject({ type: 'started', ceiling: ceilingOf(12) })
  expect(ceilingOf(12)).toBeGreaterThan(ceilingOf(1) + 10_000)

  const left = ceilingOf(12) - 1
  const poor = await product.member({ token: left })
  product.calls.length = 0
  const refused = await poor.write([{ path: await poor.store('scan.pdf', scan), name: 'scan.pdf' }])
  expect([refused.status, await refused.json()]).toMatchObject([
    402,
    { code: 'no_tokens', detail: { needed: ceilingOf(12), available: left } },
  ])
  expect([await balance(product.test, poor.id), product.calls.length]).toEqual([left, 0])
})

it('a preview reports characters and pages, and its file is not read again when the text is written', async () => {
  const writer = await product.member()
  const png = await sharp({ create: { width: 4, height: 2, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const [text, picture, scan] = [
    await writer.store('a.pdf', makePdf(['The library opens at nine.'])),
    await writer.store('b.png', new Uint8Array(png)),
    await writer.store('c.pdf', makePdf(['', '', ''])),
  ]
  const files = [
    { path: text, name: 'a.pdf' },
    { path: picture, name: 'b.png' },
    { path: scan, name: 'c.pdf' },
  ]
  product.askedOf.length = 0
  const looked = await writer.look(files)
  expect(await looked.json()).toEqual({
    result: [
      { path: text, characters: 26 },
      { path: picture, characters: null, pages: 1 },
      { path: scan, characters: null, pages: 3 },
    ],
  })
  const readings = () =>
    product.askedOf.filter((line) => line.startsWith('GET') && line.includes('/object/sign/'))
  expect(readings()).toHaveLength(3)
  expect((await readEvents(await writer.document(files))).at(-1)).toMatchObject({ event: { status: 'done' } })
  expect(readings()).toHaveLength(3)
})

it("other members' files are not read", async () => {
  const [writer, other] = [await product.member(), await product.member()]
  const path = await other.store('a.pdf', makePdf(['secret']))
  const refused = await writer.look([{ path, name: 'a.pdf' }])
  expect([refused.status, await refused.json()]).toMatchObject([404, { code: 'file_gone' }])
})

it('while a file is read its member has no run: a site with capacity for one writes for another member', async () => {
  const opened = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const slow = {
    read: async () => {
      begun.resolve()
      await opened.promise
      return { kind: 'pdf', bytes: 10, text: 'The library opens at nine.', pages: 1 }
    },
    stop: async () => {},
  } as unknown as DocumentReader
  const test = await createTestProduct({
    env: { RUN_CAPACITY: '1' },
    deps: {
      fileReader: createFileReader({ sign: async () => '' } as unknown as FileStore, slow),
      files: { requireOwn: async () => {} } as unknown as FileStore,
    },
  })
  const [waiting, other] = [await test.member(), await test.member()]
  const form = { topic: 'Library', tone: 'informal', language: 'English' }
  const write = (member: typeof other, files: object[]) => post(test, member, 'article', { ...form, files })
  const path = `${'a'.repeat(32)}/I1795000000000.pdf`
  await sql`insert into storage.objects (bucket_id, name, owner_id) values ('document', ${path}, ${waiting.id})`.execute(
    test.database,
  )
  const long = write(waiting, [{ path, name: 'a.pdf' }])
  await begun.promise
  expect((await readEvents(await write(other, []))).at(-1)).toMatchObject({ event: { status: 'done' } })
  opened.resolve()
  expect((await readEvents(await long)).at(-1)).toMatchObject({ event: { status: 'done' } })
  await test.close()
})
