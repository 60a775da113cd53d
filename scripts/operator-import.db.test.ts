import { sql } from 'kysely'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createTestProduct, type TestProduct } from '#server/testing/test-product.ts'
import { importFile } from './operator-import.ts'

const folder = mkdtempSync(join(tmpdir(), 'munjang-import-'))
let test: TestProduct
let said: string[] = []

beforeAll(async () => {
  test = await createTestProduct()
})
beforeEach(() => {
  said = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line))
})
afterEach(() => void vi.restoreAllMocks())
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await test.close()
})

function makeFile(name: string, content: string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
async function makeAuthor(): Promise<string> {
  const { id } = await test.member()
  const email = `${id}@example.com`
  await sql`update public."user" set email = ${email} where id = ${id}`.execute(test.database)
  return email
}
const titlesOf = async (email: string) =>
  (
    await sql<{ title: string }>`select p.title from public.prompt p join public."user" u on u.id = p.user_id
      where u.email = ${email} order by p.id`.execute(test.database)
  ).rows.map(({ title }) => title)

it('P14, P16: an operator reads what would become of each line, and only then makes the prompts, once', async () => {
  const email = await makeAuthor()
  const file = makeFile(
    'prompts.csv',
    '\ufefftitle,prompt\n하나,"글 {{도시}},\n둘째 줄"\n둘,"글  {{도시}}, 둘째 줄"\n,제목 없는 글\n',
  )
  const args = [file, '--author', email, '--category', 'travel', '--model', 'claude']
  await importFile(test.database, args)
  expect(said).toEqual([
    '2 "둘": the same as line 1',
    '3 "": title required',
    '1 ready, 1 already there, 1 with mistakes.',
    'Nothing was made. --really makes them, each waiting for its review.',
  ])
  expect(await titlesOf(email)).toEqual([])
  await importFile(test.database, [...args, '--really'])
  await importFile(test.database, [...args, '--really'])
  expect(await titlesOf(email)).toEqual(['하나'])
  expect(said.at(-1)).toBe('0 prompts wait for their review.')
})

it('an operator’s mistake gives a message, and nothing is created', async () => {
  const email = await makeAuthor()
  const file = makeFile('prompts.json', '[{"title":"a","prompt":"b"}]')
  const expectMistake = (words: string, ...args: string[]) =>
    expect(importFile(test.database, args)).rejects.toThrow(words)
  await expectMistake('One file, please')
  await expectMistake('--author', file)
  await expectMistake('is no member', file, '--author', 'nobody@example.com')
  await expectMistake('gpt, gemini, claude', file, '--author', email, '--model', 'llama')
  await expectMistake('--realy', file, '--author', email, '--realy')
  await expectMistake('cannot be read', join(folder, 'none'), '--author', email)
  await expectMistake('holds no prompts', makeFile('text.json', '{"a":1}'), '--author', email)
  expect(await titlesOf(email)).toEqual([])
})
