import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createTestProduct, type TestProduct } from '#server/testing/test-product.ts'
import { workOnContact } from './operator-contact.ts'
import { publishFiles } from './operator-publish.ts'

let test: TestProduct
beforeAll(async () => {
  test = await createTestProduct()
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await test.close()
})

const folder = mkdtempSync(join(tmpdir(), 'munjang-publish-'))
let said: string[] = []
beforeEach(() => {
  said = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line))
})
afterEach(() => void vi.restoreAllMocks())

it('B25: an operator publishes files: first as a dry run, and none at all when one is wrong', async () => {
  const file = (name: string, head: string, body = '<!-- ko -->\n본문\n<!-- en -->\nText') => {
    const path = join(folder, name)
    writeFileSync(path, `---\n${head}\n---\n${body}\n`)
    return path
  }
  const head = `kind: article\nkey: from-a-file\ntype: tip\npublished_at: now\ntitle_ko: 제목: 둘\ntitle_en: Title\nsummary_ko: 요약\nsummary_en: Summary`
  const good = file('good.md', head)
  const count = () =>
    test.database.selectFrom('article').select('key').where('key', '=', 'from-a-file').execute()
  await publishFiles(test.database, [good])
  expect([said.at(-1), await count()]).toEqual(['Nothing was published. --really does it.', []])
  const wrong = file(
    'wrong.md',
    head.replace('type: tip', 'type: gossip').replace('key: from-a-file', 'key: Other Key'),
  )
  await expect(publishFiles(test.database, [good, wrong, '--really'])).rejects.toThrow(/type|key/)
  await expect(publishFiles(test.database, [file('odd.md', head, 'no texts'), '--really'])).rejects.toThrow(
    '<!-- ko -->',
  )
  await expect(publishFiles(test.database, [join(folder, 'nowhere.md')])).rejects.toThrow('cannot be read')
  expect(await count()).toEqual([])
  await publishFiles(test.database, [good, '--really'])
  expect(said.at(-1)).toMatch(/^from-a-file: new, \/article\/detail\/\d+$/)
  const row = await test.database
    .selectFrom('article')
    .selectAll()
    .where('key', '=', 'from-a-file')
    .executeTakeFirstOrThrow()
  expect([row.title_ko, row.content_ko, row.content_en]).toEqual(['제목: 둘', '본문', 'Text'])
})

it('O04: an operator lists the open questions and answers one once at a terminal, and its e-mail is queued', async () => {
  await test.post('/v1/contact', {
    type: 'etc',
    email: 'v@example.com',
    title: 'Hello',
    description: 'a\nb',
    lang: 'en',
  })
  const work = (...args: string[]) => workOnContact(test.database, test.config.databaseUrl, args)
  await work()
  expect(said.at(-1)).toBe('"a\\nb"')
  const id = /^\n?(\d+)/.exec(said.at(-4) ?? '')?.[1] ?? ''
  await expect(work('x')).rejects.toThrow('Which one?')
  await expect(work(id)).rejects.toThrow('needs words')
  await work(id, 'Thank', 'you')
  expect(said.at(-1)).toContain('a letter goes to "v@example.com"')
  const { rows } =
    await sql`select recipient, payload ->> 'answer' as answer from private.email_outbox where kind = 'answer'`.execute(
      test.database,
    )
  expect(rows).toEqual([{ recipient: 'v@example.com', answer: 'Thank you' }])
  await expect(work(id, 'again')).rejects.toThrow('does not wait')
  await work()
  expect(said.at(-1)).toBe('No question waits.')
})
