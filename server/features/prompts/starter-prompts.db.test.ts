// The prompts of a new library.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#server/adapters/database.ts'
import { createTestProduct, type TestProduct } from '#server/testing/test-product.ts'
import { listPlaceholders, parsePromptVariables } from '#shared/prompt-variables.ts'
import { promptCategories } from '#shared/prompts.ts'
import { addStarterPrompts } from './starter-prompts.ts'

let product: TestProduct
let database: Database
beforeAll(async () => {
  product = await createTestProduct()
  database = product.database
})
afterAll(() => product.close())

it('P01, P02, P05: sixty prompts in both languages and all categories, added once despite repeated calls', async () => {
  const added = await Promise.all([addStarterPrompts(database), addStarterPrompts(database)])
  expect(added.toSorted((a, b) => a - b)).toEqual([0, 60])
  expect(await addStarterPrompts(database)).toBe(0)

  const { rows } = await sql<{
    language: string
    code: string
    model: string
    prompt: string
    sample: string
  }>`
    select p.language, m.code, o.name as model, p.prompt, p.sample_result as sample
    from public.prompt p join public.prompt_category_sub s on s.id = p.prompt_category_sub_id
    join public.prompt_category_main m on m.id = s.prompt_category_main_id join public.prompt_model o on o.id = p.prompt_model_id
    where p.is_show`.execute(database)
  expect(rows).toHaveLength(60)
  for (const language of ['ko', 'en']) {
    const own = rows.filter((row) => row.language === language)
    expect(own).toHaveLength(30)
    expect(new Set(own.map(({ code }) => code)).size, language).toBe(Object.keys(promptCategories).length)
    expect(new Set(own.map(({ model }) => model)).size, language).toBe(3)
  }
  for (const { prompt, sample } of rows) {
    expect(parsePromptVariables(listPlaceholders(prompt)).length, prompt).toBeGreaterThanOrEqual(2)
    expect(sample.length, prompt).toBeGreaterThanOrEqual(150)
  }
})

it('no starter prompt nearly repeats another one', async () => {
  const { rows } = await database.transaction().execute(async (transaction) => {
    const claims = sql<string>`(select json_build_object('role', 'authenticated', 'sub', min(user_id::text))::text from public.prompt)`
    await sql`select set_config('request.jwt.claims', ${claims}, true)`.execute(transaction)
    return sql<{ title: string; other: string }>`
    select p.title, f.title_found as other, f.similarity from public.prompt p
    cross join lateral private.similar_prompts(p.title, p.prompt, p.id) f
    where f.similarity >= 0.6`.execute(transaction)
  })
  expect(rows).toEqual([])
})
