// Word and Hangul documents as files of a run: read by the real parser, in a process of its own.
import { Document, HeadingLevel, Packer, Paragraph } from 'docx'
import { strToU8, zipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answerLikeAModel, promptOf } from '#server/adapters/fakes/fake-answers.ts'
import { startFakeProvider, type FakeProvider } from '#server/adapters/fakes/fake-provider.ts'
import { createDocumentReader } from '#server/adapters/reading/document-reader.ts'
import { briefs } from '#server/testing/briefs.ts'
import { createTestProduct, type TestProduct } from '#server/testing/test-product.ts'
import { end, lastRow, run } from '#server/testing/tool-cases.ts'

let fake: FakeProvider
let test: TestProduct
/** Bytes of members' files, by their paths. */
const stored: Record<string, Uint8Array<ArrayBuffer>> = {}
beforeAll(async () => {
  fake = await startFakeProvider(answerLikeAModel)
  test = await createTestProduct({
    env: { ...fake.env('openai'), MODEL_TIMEOUT_SECONDS: '5' },
    deps: {
      reader: createDocumentReader(),
      files: {
        requireOwn: () => Promise.resolve(),
        sign: async ({ path }) => `data:;base64,${Buffer.from(stored[path]!).toString('base64')}`,
        read: async ({ path }) => stored[path]!,
        addPicture: () => Promise.reject(new Error('not asked')),
        remove: () => Promise.resolve(),
      },
    },
  })
})
afterAll(async () => {
  await test.close()
  await fake.close()
})

async function makeWord(): Promise<Uint8Array<ArrayBuffer>> {
  const children = [
    new Paragraph({ text: '여는 시간', heading: HeadingLevel.HEADING_1 }),
    new Paragraph('열람실은 漢字로 閱覽室이라 쓴다 😀'),
    new Paragraph({ text: '월요일에는 쉰다', bullet: { level: 0 } }),
  ]
  return new Uint8Array(await Packer.toBuffer(new Document({ sections: [{ children }] })))
}

function makeHangul(): Uint8Array<ArrayBuffer> {
  const names =
    'xmlns:hp="http://www.hancom.co.kr/hwpml/2011/paragraph" xmlns:hs="http://www.hancom.co.kr/hwpml/2011/section"'
  const lines = ['구독자는 예순두 명이다', '요금은 한 달에 삼만 원이다']
  const section = lines.map((line) => `<hp:p><hp:run><hp:t>${line}</hp:t></hp:run></hp:p>`).join('')
  return zipSync({
    mimetype: [strToU8('application/hwp+zip'), { level: 0 }],
    'Contents/header.xml': strToU8('<hh:head xmlns:hh="http://www.hancom.co.kr/hwpml/2011/head"/>'),
    'Contents/section0.xml': strToU8(`<hs:sec ${names}>${section}</hs:sec>`),
  })
}

const word = {
  name: '안내.docx',
  lines: ['여는 시간', '열람실은 漢字로 閱覽室이라 쓴다 😀', '월요일에는 쉰다'],
}
const hangul = { name: '현황.hwpx', lines: ['구독자는 예순두 명이다', '요금은 한 달에 삼만 원이다'] }

it.each([
  ['article', [word]],
  ['article', [hangul]],
  ['document', [word, hangul]],
  ['business-plan', [word, hangul]],
  ['cover-letter', [word, hangul]],
] as const)(
  'the tool %s: the text of its files is material of every call that writes',
  async (tool, documents) => {
    const member = await test.member({ plan: 'basic' })
    const bytes = { [word.name]: await makeWord(), [hangul.name]: makeHangul() }
    const files = documents.map(({ name }, index) => {
      const extension = name.split('.').at(-1)!
      const path = `${crypto.randomUUID().replaceAll('-', '')}/I179500000000${index}.${extension}`
      stored[path] = bytes[name]!
      return { path, name }
    })
    await sql`insert into storage.objects (bucket_id, name, owner_id)
    select 'document', unnest(${files.map(({ path }) => path)}::text[]), ${member.id}`.execute(test.database)
    fake.calls.length = 0
    const { form } = briefs.find((brief) => brief.tool === tool && brief.form.language === 'Korean')!
    const events = await run(test, member, tool, { ...form, files })
    expect(end(events).status).toBe('done')
    const prompts = fake.calls.filter(({ part }) => part === 'text').map(promptOf)
    expect(prompts.length).toBeGreaterThan(0)
    for (const { name, lines } of documents)
      for (const prompt of prompts) {
        const material = new RegExp(`<(material-[0-9a-f]{12}) name="file: ${name}">\\n([^]*?)\\n</\\1>`).exec(
          prompt,
        )?.[2]
        for (const line of lines) expect(material).toContain(line)
      }
    const { sources } = await lastRow(test, member.id)
    expect(sources).toMatchObject(documents.map(({ name }) => ({ kind: 'file', name })))
  },
)
