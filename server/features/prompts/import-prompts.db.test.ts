import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#server/adapters/database.ts'
import { createTestProduct, type TestProduct } from '#server/testing/test-product.ts'
import { readImport } from '#shared/prompt-import.ts'
import { findAuthor, findImportDuplicates, importPrompts } from './import-prompts.ts'

let test: TestProduct
let db: Database

beforeAll(async () => {
  test = await createTestProduct()
  db = test.database
})
afterAll(() => test.close())

const content = (title: string, prompt: string) =>
  readImport([{ title, prompt }], { modelId: 1, subId: 1, isConverting: true })[0]!.content!

it('P16: an operator’s import waits for review in the author’s name, and a repeat is detected', async () => {
  const author = await test.member()
  await sql`update public."user" set email = 'writer@example.com' where id = ${author.id}`.execute(db)
  expect(await findAuthor(db, 'Writer@example.com')).toEqual({ id: author.id })
  const contents = [content('하나', '첫 글이에요 {도시}'), content('둘', '둘째 글이에요')]
  expect(await importPrompts(db, author.id, contents)).toBe(2)
  const { rows } = await sql`
    select p.prompt, p.is_show, v.status from public.prompt p join public.prompt_version v on v.prompt_id = p.id
    where p.user_id = ${author.id} order by p.id`.execute(db)
  expect(rows).toEqual([
    { prompt: '첫 글이에요 ##도시##', is_show: false, status: 'in_review' },
    { prompt: '둘째 글이에요', is_show: false, status: 'in_review' },
  ])
  const found = await findImportDuplicates(db, author.id, [
    { title: '하나', prompt: '첫 글이에요  ##도시##' },
    { title: '셋', prompt: '셋째 글' },
  ])
  expect(found.map(({ own_id }) => own_id !== null)).toEqual([true, false])
})

it('a blocked or unknown member cannot be the author, and one bad line imports nothing', async () => {
  const author = await test.member()
  await sql`update public."user" set email = 'blocked@example.com', is_block = true where id = ${author.id}`.execute(
    db,
  )
  expect(await findAuthor(db, 'blocked@example.com')).toBeNull()
  expect(await findAuthor(db, 'nobody@example.com')).toBeNull()
  const bad = { ...content('셋', '셋째'), prompt_category_sub_id: 999 }
  await expect(importPrompts(db, author.id, [content('넷', '넷째'), bad])).rejects.toThrow('foreign key')
  const { rows } = await sql`select from public.prompt where user_id = ${author.id}`.execute(db)
  expect(rows).toHaveLength(0)
})
