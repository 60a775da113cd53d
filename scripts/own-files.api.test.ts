// Files of the tools besides articles and documents, office documents, and files that begin a text of one's own.
import { strToU8, zipSync } from 'fflate'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ModelCall } from '#server/adapters/models.ts'
import { makePdf } from '#server/testing/make-pdf.ts'
import { readEvents } from '#server/testing/read-events.ts'
import { contentMaxLength } from '#shared/tools.ts'
import { startProductWithFiles, type ProductWithFiles } from './testing/product-with-files.ts'

let product: ProductWithFiles
let calls: ModelCall[]
const member = () => product.member()
beforeAll(async () => {
  product = await startProductWithFiles()
  calls = product.calls
})
afterAll(() => product.close())

it('a Word document reaches the model as Markdown, also where it lies on this machine', async () => {
  const writer = await member()
  const document =
    '<w:document><w:body><w:p><w:r><w:rPr><w:b/></w:rPr><w:t>Nine</w:t></w:r></w:p></w:body></w:document>'
  const data = new Uint8Array(zipSync({ 'word/document.xml': strToU8(document) }))
  for (const isNear of [false, true]) {
    const path = await writer.store('hours.docx', data)
    Object.assign(product.settings, { isNear })
    calls.length = 0
    const events = await readEvents(await writer.write([{ path, name: 'hours.docx' }]))
    expect(events.at(-1)).toMatchObject({ event: { type: 'done', status: 'done' } })
    expect(calls[0]!.prompt).toContain('name="file: hours.docx">\n**Nine**')
  }
  Object.assign(product.settings, { isNear: false })
})

it.each([
  ['business-plan', 10, { name: 'Library', overview: 'A library.', format: ['Problem'] }],
  [
    'cover-letter',
    3,
    {
      introduce: 'x',
      career: 'y',
      duty: 'z',
      tone: 'formal',
      posting: 'Postings ask for nine years.',
      questions: [{ question: 'Why?', limit: 300, unit: 'characters' }],
    },
  ],
] as const)('a %s takes %i files, whose text is material of its first call', async (tool, max, form) => {
  const writer = await member()
  const path = await writer.store('a.pdf', makePdf(['The library opens at nine.']))
  const files = Array.from({ length: max + 1 }, (_, index) => ({ path, name: `${index}.pdf` }))
  const body = { ...form, language: 'English' }
  expect(await (await writer.post(tool, { ...body, files })).json()).toMatchObject({ code: 'too_many_files' })
  calls.length = 0
  // The model of these tests knows no answer to the plan of a business plan, which has read the files by then.
  await readEvents(await writer.post(tool, { ...body, files: files.slice(0, max) }))
  expect(calls[0]!.prompt.match(/The library opens at nine/g)).toHaveLength(max)
  expect(/<material-\w+ name="file: the job posting">/.test(calls[0]!.prompt)).toBe(tool === 'cover-letter')
})

it('a file begins a text of one’s own: Markdown of any document, without a run, and nothing of a stranger’s', async () => {
  const [writer, other] = [await member(), await member()]
  const docx = (text: string) =>
    new Uint8Array(
      zipSync({
        'word/document.xml': strToU8(
          `<w:document><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`,
        ),
      }),
    )
  const bring = async (name: string, data: Uint8Array<ArrayBuffer>) => {
    const path = await writer.store(name, data)
    return (await writer.bring([{ path, name }])).json()
  }
  calls.length = 0
  expect(await bring('우리 계획.docx', docx('Nine'))).toEqual({
    result: { title: '우리 계획', text: 'Nine' },
  })
  const long = 'The library opens at nine and closes at six on every day but Monday and'
  expect(await bring('a.pdf', makePdf([`${long} ${long} ${long} holidays.`]))).toMatchObject({
    result: { title: 'a', text: `${long} ${long} ${long} holidays.` },
  })
  expect(await bring('b.txt', strToU8('a * b\nc'))).toEqual({ result: { title: 'b', text: 'a \\* b\n\nc' } })
  expect(await bring('c.pdf', makePdf(['']))).toMatchObject({ code: 'pdf_without_text', field: 'files' })
  const large = 'x'.repeat(contentMaxLength + 1)
  expect(await bring('d.docx', docx(large))).toMatchObject({ code: 'file_too_large', field: 'files' })
  const png = await sharp({ create: { width: 4, height: 2, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  expect(await bring('e.png', new Uint8Array(png))).toMatchObject({ code: 'only_tool_file_format' })
  const foreign = await other.store('f.docx', docx('secret'))
  expect((await writer.bring([{ path: foreign, name: 'f.docx' }])).status).toBe(404)
  expect((await writer.bring([])).status).toBe(400)
  expect(calls).toEqual([])
})
