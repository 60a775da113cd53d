// A member's files in a text: stored by the helper of the pages, read by the product, sent to the model.
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sweepTexts } from '#server/features/tools/sweep-texts.ts'
import { trashDays } from '#shared/retention.ts'
import { createFileStore } from '#server/adapters/file-store.ts'
import type { ModelCall } from '#server/adapters/models.ts'
import { makePdf } from '#server/testing/make-pdf.ts'
import { askedOf } from '#server/testing/plain-answers.ts'
import { readEvents } from '#server/testing/read-events.ts'
import type { TestProduct } from '#server/testing/test-product.ts'
import { balance } from '#server/testing/tool-cases.ts'
import { uploadMaxBytes } from '#shared/uploads.ts'
import { startProductWithFiles, type ProductWithFiles } from './testing/product-with-files.ts'

let product: ProductWithFiles
let test: TestProduct
let calls: ModelCall[]
const member = () => product.member()
beforeAll(async () => {
  product = await startProductWithFiles()
  test = product.test
  calls = product.calls
})
afterAll(() => product.close())

it('B09, U06: the text of a PDF reaches outline and text, fenced as material, and is read again for a rewrite', async () => {
  const writer = await member()
  const path = await writer.store('안내.PDF', makePdf(['The library opens at nine.']))
  calls.length = 0
  const events = await readEvents(await writer.write([{ path, name: '안내.PDF' }]))
  expect(events.at(-1)).toMatchObject({ event: { type: 'done', status: 'done' } })
  expect(events[0]!.event).toMatchObject({ stages: expect.arrayContaining(['files']) })
  const told = calls.map((call) => [
    askedOf(call),
    call.prompt.includes('name="file: 안내.PDF">\nThe library opens at nine.'),
  ])
  expect(told).toEqual([
    ['text', true],
    ['revision', false],
    ['titles', false],
    ['tags', false],
  ])
  calls.length = 0
  const runId = (events[0]!.event as { run_id: number }).run_id
  expect((await readEvents(await writer.again(runId))).at(-1)).toMatchObject({ event: { status: 'done' } })
  expect(calls[0]!.prompt).toContain('The library opens at nine.')
})

it('B09: a document takes ten files and sends them to the model; the eleventh is refused', async () => {
  const writer = await member()
  const path = await writer.store('안내.PDF', makePdf(['The library opens at nine.']))
  const files = Array.from({ length: 11 }, (_, index) => ({ path, name: `안내 ${index}.PDF` }))
  const refused = await writer.document(files)
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { code: 'too_many_files', field: 'files', detail: { count: 10 } },
  ])
  calls.length = 0
  const events = await readEvents(await writer.document(files.slice(0, 10)))
  expect(events.at(-1)).toMatchObject({ event: { type: 'done', status: 'done' } })
  expect(calls[0]!.prompt.match(/The library opens at nine/g)).toHaveLength(10)
  expect(calls[0]!.prompt).toContain('name="file: 안내 9.PDF">')
})

it("U06: an image is sent to the model once, as a small JPEG, and the text is written from the model's notes", async () => {
  const writer = await member()
  const png = await sharp({ create: { width: 3_000, height: 1_500, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  calls.length = 0
  await readEvents(
    await writer.write([{ path: await writer.store('a.png', new Uint8Array(png)), name: 'a.png' }]),
  )
  expect(calls.map((call) => [askedOf(call), call.files.length])).toEqual([
    ['notes', 1],
    ['text', 0],
    ['revision', 0],
    ['titles', 0],
    ['tags', 0],
  ])
  const noted = 'name="file: a.png">\nA sign says that the reading room opens at nine.\n'
  expect(calls.flatMap((call) => (call.prompt.includes(noted) ? askedOf(call) : []))).toEqual(['text'])
  const [file] = calls[0]!.files
  expect(file).toMatchObject({ mediaType: 'image/jpeg' })
  expect(await sharp(file!.data).metadata()).toMatchObject({ format: 'jpeg', width: 1_568 })
})

it.each([
  ['by an address of the storage service', false],
  ['where they lie on this machine', true],
])(
  'the bytes of files are read apart, %s: only a scan that a model reads itself comes to us',
  async (_, near) => {
    const writer = await member()
    const png = await sharp({ create: { width: 4, height: 2, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const scan = makePdf([''])
    const [text, picture, scanned] = [
      await writer.store('a.pdf', makePdf(['The library opens at nine.'])),
      await writer.store('b.png', new Uint8Array(png)),
      await writer.store('c.pdf', scan),
    ]
    const { readHere, askedOf, settings } = product
    readHere.length = askedOf.length = calls.length = 0
    Object.assign(settings, { isNear: near, canReadPdf: true })
    const files = [
      { path: text, name: 'a.pdf' },
      { path: picture, name: 'b.png' },
      { path: scanned, name: 'c.pdf' },
    ]
    const events = await readEvents(await writer.document(files))
    Object.assign(settings, { isNear: false, canReadPdf: false })
    expect(events.at(-1)).toMatchObject({ event: { type: 'done', status: 'done' } })
    expect(readHere).toEqual([scanned])
    const fetched = [text, picture, scanned].map((path) => `GET /storage/v1/object/sign/document/${path}`)
    expect(askedOf.filter((line) => line.startsWith('GET') && !line.includes('/info/'))).toEqual([
      ...(near ? [] : fetched),
      `GET /storage/v1/object/document/${scanned}`,
    ])
    const [first, plan] = calls
    expect(plan!.prompt).toContain('The library opens at nine.')
    expect(first!.files.map(({ mediaType }) => mediaType)).toEqual(['image/jpeg', 'application/pdf'])
    expect(Buffer.compare(first!.files[1]!.data, scan)).toBe(0)
    // server B4: a file that a model reads is counted by its pages.
    expect(first!.files.map(({ pages }) => pages)).toEqual([1, 1])
  },
)

it("security 90: only a file of the member's own account is accepted, whatever the path", async () => {
  const [writer, other] = [await member(), await member()]
  const foreign = await other.store('a.pdf', makePdf(['secret']))
  const before = calls.length
  const gone = await writer.write([{ path: foreign, name: 'a.pdf' }])
  expect([gone.status, await gone.json()]).toMatchObject([404, { code: 'file_gone', field: 'files' }])
  for (const path of [
    'http://127.0.0.1:1/x.pdf',
    'file:///etc/passwd',
    `../image/${foreign}`,
    `${foreign}?x=1`,
    `${'0'.repeat(32)}/../${foreign}`,
    7,
  ]) {
    const refused = await writer.write([{ path, name: 'a.pdf' }])
    expect([path, refused.status, await refused.json()]).toMatchObject([
      path,
      400,
      { code: 'invalid_field', field: 'files' },
    ])
  }
  const missing = await writer.write([{ path: `${'0'.repeat(32)}/I1795000000000.pdf`, name: 'a.pdf' }])
  expect(missing.status).toBe(404)
  expect(calls).toHaveLength(before)
})

it('U06, U13: a wrong kind and one file too many are refused before anything is held', async () => {
  const writer = await member()
  const path = await writer.store('a.pdf', makePdf(['x']))
  const many = await writer.write([
    { path, name: 'a.pdf' },
    { path, name: 'b.pdf' },
  ])
  expect([many.status, await many.json()]).toMatchObject([
    400,
    { code: 'too_many_files', field: 'files', detail: { count: 1 } },
  ])
  const wrong = await writer.write([{ path, name: 'notes.hwp' }])
  expect(await wrong.json()).toMatchObject({
    code: 'only_tool_file_format',
    message: 'Only Tool File Format',
  })
})

it('security 85, U07: an unreadable file is named before any hold or text, also in a preview', async () => {
  const writer = await member()
  const { settings } = product
  const path = () => `${crypto.randomUUID().replaceAll('-', '')}/I1795000000000.pdf`
  const cases: [string, Uint8Array<ArrayBuffer>, string][] = [
    ['locked.pdf', makePdf(['x'], { encrypted: true }), 'pdf_encrypted'],
    ['long.pdf', makePdf(Array<string>(2_000).fill('x')), 'pdf_too_many_pages'],
    ['empty.pdf', new Uint8Array(), 'file_empty'],
    ['large.png', new Uint8Array(10 * 1024 * 1024 + 1), 'image_too_large'],
    ['page.png', new TextEncoder().encode('<svg onload=alert(1)>'), 'only_tool_file_format'],
    ['scan.pdf', makePdf(['']), 'pdf_without_text'],
    ['long-scan.pdf', makePdf(Array<string>(21).fill('')), 'scan_too_long'],
  ]
  for (const [name, data, code] of cases) {
    settings.canReadPdf = name === 'long-scan.pdf'
    const at = path()
    await writer.storeRaw(at, data)
    const looked = await writer.look([{ path: at, name }])
    expect([looked.status, await looked.json()]).toMatchObject([200, { result: [{ path: at, code }] }])
    const refused = await writer.write([{ path: at, name }])
    expect(await refused.json()).toMatchObject({ code, field: 'files', detail: { name } })
  }
  expect(await textsOf(writer.id)).toBe(0)
  settings.canReadPdf = false
  expect(await balance(test, writer.id)).toBe(100_000)
  expect((await readEvents(await writer.write([]))).at(-1)).toMatchObject({ event: { status: 'done' } })
})

it('files are deleted with the last text that refers to them, after it can no longer be restored', async () => {
  const writer = await member()
  const path = await writer.store('a.pdf', makePdf(['The library opens at nine.']))
  const [started] = await readEvents(await writer.write([{ path, name: 'a.pdf' }]))
  const runId = (started!.event as { run_id: number }).run_id
  const files = createFileStore(test.config.supabase)
  const isThere = () =>
    files.read({ path, bytesMax: uploadMaxBytes, signal: new AbortController().signal }).then(
      () => true,
      (error: unknown) => {
        if ((error as { code?: string }).code !== 'file_gone') throw error
        return false
      },
    )
  const texts = test.database.updateTable('tool_use').where('user_id', '=', writer.id)
  const sweep = () => sweepTexts(test.database, files)
  // A duplicate names the same file.
  await test.database
    .insertInto('tool_use')
    .columns(['user_id', 'tool', 'status', 'request', 'language', 'model', 'copy_of'])
    .expression((eb) =>
      eb
        .selectFrom('tool_use')
        .select(['user_id', 'tool', 'status', 'request', 'language', 'model', 'id'])
        .where('id', '=', runId),
    )
    .execute()
  const minutes = trashDays * 24 * 60
  const ago = (count: number) => new Date(Date.now() - count * 60_000).toISOString()
  await texts.set({ deleted_at: ago(minutes - 1) }).execute()
  await sweep()
  const left = () =>
    test.database.selectFrom('tool_use').select('id').where('user_id', '=', writer.id).execute()
  expect([(await left()).length, await isThere()]).toEqual([2, true])
  await texts
    .set({ deleted_at: ago(minutes + 1) })
    .where('id', '=', runId)
    .execute()
  await sweep()
  expect([(await left()).length, await isThere()]).toEqual([1, true])
  await texts.set({ deleted_at: ago(minutes + 1) }).execute()
  // Two processes in parallel.
  await Promise.all([sweep(), sweep()])
  expect([(await left()).length, await isThere()]).toEqual([0, false])
})

it('a file of a text cannot be deleted until the text is deleted; a file that was only uploaded can', async () => {
  const writer = await member()
  const [used, unused] = [
    await writer.store('used.pdf', makePdf(['The library opens at nine.'])),
    await writer.store('unused.pdf', makePdf(['x'])),
  ]
  await readEvents(await writer.write([{ path: used, name: 'used.pdf' }]))
  expect([await writer.remove(used), await writer.remove(unused)]).toEqual([[], [unused]])
  await readEvents(await writer.write([{ path: used, name: 'used.pdf' }]))
  const texts = test.database.updateTable('tool_use').where('user_id', '=', writer.id)
  await texts.set({ deleted_at: new Date().toISOString() }).execute()
  // It can still be restored.
  expect(await writer.remove(used)).toEqual([])
  await test.database.deleteFrom('tool_use').where('user_id', '=', writer.id).execute()
  expect(await writer.remove(used)).toEqual([used])
})

it('files without a request are deleted after a day; those of texts and of yesterday’s forms with a longer wait stay', async () => {
  const writer = await member()
  const [used, unused, fresh] = [
    await writer.store('used.pdf', makePdf(['The library opens at nine.'])),
    await writer.store('unused.pdf', makePdf(['x'])),
    await writer.store('fresh.pdf', makePdf(['x'])),
  ]
  await readEvents(await writer.write([{ path: used, name: 'used.pdf' }]))
  await sql`update storage.objects set created_at = now() - interval '25 hours' where name in (${used}, ${unused})`.execute(
    test.database,
  )
  await Promise.all([sweepTexts(test.database, files()), sweepTexts(test.database, files())])
  expect(await Promise.all([used, unused, fresh].map((path) => isStored('document', path)))).toEqual([
    true,
    false,
    true,
  ])
})

it('images are deleted with the last text and version that show them, and no other member’s are', async () => {
  const [writer, other] = [await member(), await member()]
  const png = new Uint8Array(
    await sharp({ create: { width: 4, height: 2, channels: 3, background: 'red' } })
      .png()
      .toBuffer(),
  )
  const [own, older, foreign] = [
    await writer.picture(png),
    await writer.picture(png),
    await other.picture(png),
  ]
  const shown = (path: string) => `![a](/storage/v1/object/public/image/${path}#4x2)`
  const content = `${shown(own)}\n\n${shown(foreign)}`
  const insert = () =>
    test.database
      .insertInto('tool_use')
      .values({
        user_id: writer.id,
        tool: 'article',
        status: 'done',
        request: '{}',
        language: 'English',
        model: 'demo',
        content,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  const [first, second] = [await insert(), await insert()]
  await sql`select private.add_version(${first.id}::bigint, 'T', ${shown(older)}, '{}', 'person')`.execute(
    test.database,
  )
  const sweepAfter = async (id: number) => {
    await test.database
      .updateTable('tool_use')
      .set({ deleted_at: new Date(Date.now() - (trashDays + 1) * 24 * 60 * 60_000).toISOString() })
      .where('id', '=', id)
      .execute()
    await sweepTexts(test.database, files())
    return Promise.all([own, older, foreign].map((path) => isStored('image', path)))
  }
  expect(await sweepAfter(first.id)).toEqual([true, false, true])
  expect(await sweepAfter(second.id)).toEqual([false, false, true])
})

const textsOf = async (id: string) =>
  (await test.database.selectFrom('tool_use').select('id').where('user_id', '=', id).execute()).length
const files = () => createFileStore(test.config.supabase)
const isStored = async (bucket: string, path: string) =>
  (
    await sql`select from storage.objects where bucket_id = ${bucket} and name = ${path}`.execute(
      test.database,
    )
  ).rows.length === 1
