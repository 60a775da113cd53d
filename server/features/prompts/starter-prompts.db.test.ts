// The prompts of a new library.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#server/adapters/database.ts'
import { createTestProduct, type TestProduct } from '#server/testing/test-product.ts'
import { countCharacters } from '#shared/characters.ts'
import { listPlaceholders, parsePromptVariables } from '#shared/prompt-variables.ts'
import { promptCategories } from '#shared/prompts.ts'
import { addStarterPrompts } from './starter-prompts.ts'

type StarterRow = {
  title: string
  description: string
  language: 'ko' | 'en'
  code: string
  sub: string
  model: string
  prompt: string
  sample: string
}

let product: TestProduct
let database: Database
let added: number[]
let rows: StarterRow[]
beforeAll(async () => {
  product = await createTestProduct()
  database = product.database
  added = await Promise.all([addStarterPrompts(database), addStarterPrompts(database)])
  const found = await sql<StarterRow>`
    select p.title, p.description, p.language, m.code, s.code as sub, o.name as model, p.prompt, p.sample_result as sample
    from public.prompt p join public.prompt_category_sub s on s.id = p.prompt_category_sub_id
    join public.prompt_category_main m on m.id = s.prompt_category_main_id join public.prompt_model o on o.id = p.prompt_model_id
    where p.is_show`.execute(database)
  rows = found.rows
})
afterAll(() => product.close())

it('P01, P02: sixty prompts in each language and every main category, added once despite repeated calls', async () => {
  expect(added.toSorted((a, b) => a - b)).toEqual([0, 120])
  expect(await addStarterPrompts(database)).toBe(0)
  expect(rows).toHaveLength(120)
  for (const language of ['ko', 'en']) {
    const own = rows.filter((row) => row.language === language)
    expect(own).toHaveLength(60)
    expect(new Set(own.map(({ code }) => code)).size, language).toBe(Object.keys(promptCategories).length)
    expect(new Set(own.map(({ code, sub }) => `${code}/${sub}`)).size, language).toBeGreaterThanOrEqual(45)
    for (const model of ['gpt', 'gemini', 'claude'])
      expect(own.filter((row) => row.model === model).length, `${language} ${model}`).toBeGreaterThanOrEqual(
        15,
      )
  }
})

it('titles of starter prompts differ and are short', () => {
  expect(new Set(rows.map(({ title }) => title.toLowerCase())).size).toBe(120)
  const most = { ko: 30, en: 60 }
  expect(rows.filter(({ title, language }) => countCharacters(title) > most[language])).toEqual([])
})

it('Korean descriptions of starter prompts are in one register (해요체)', () => {
  const sentences = rows
    .filter(({ language }) => language === 'ko')
    .flatMap(({ description }) => description.split(/(?<=[.!?])\s+/))
  expect(sentences.filter((sentence) => !sentence.endsWith('요.'))).toEqual([])
})

it('P05: the placeholders of starter prompts become fields, and no half of a placeholder is left', () => {
  for (const { prompt, title } of rows) {
    const bodies = listPlaceholders(prompt)
    const fields = parsePromptVariables(bodies)
    expect(fields.length, title).toBeGreaterThanOrEqual(2)
    expect(fields.length, title).toBeLessThanOrEqual(6)
    expect(fields.filter(({ name }) => !name)).toEqual([])
    const choices = bodies
      .filter((body) => body.includes('|'))
      .flatMap((body) => parsePromptVariables([body]))
    expect(
      choices.filter((field) => field.choices.length < 2),
      title,
    ).toEqual([])
    // A question mark before the dots would not make a field optional.
    expect(
      bodies.filter((body) => /\?\s*(\.\.\.|…)/.test(body)),
      title,
    ).toEqual([])
    const rest = bodies.reduce((text, body) => text.replace(`##${body}##`, ''), prompt.normalize('NFC'))
    expect(rest, title).not.toMatch(/(?<!#)##(?!#)/)
  }
})

it('starter prompts give the model no role to play, and their samples are long enough to judge', () => {
  for (const { prompt, sample, title } of rows) {
    expect(prompt, title).not.toMatch(/당신은|act as|you are an? /i)
    expect(sample.length, title).toBeGreaterThanOrEqual(150)
  }
})

it('no starter prompt nearly repeats another one', async () => {
  const similar = await database.transaction().execute(async (transaction) => {
    const claims = sql<string>`(select json_build_object('role', 'authenticated', 'sub', min(user_id::text))::text from public.prompt)`
    await sql`select set_config('request.jwt.claims', ${claims}, true)`.execute(transaction)
    return sql<{ title: string; other: string }>`
    select p.title, f.title_found as other, f.similarity from public.prompt p
    cross join lateral private.similar_prompts(p.title, p.prompt, p.id) f
    where f.similarity >= 0.6`.execute(transaction)
  })
  expect(similar.rows).toEqual([])
})
