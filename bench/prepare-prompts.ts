// A library of many generated prompts, as the triggers would have made it, in a fraction of their time.
import pg from 'pg'
import { prepareBenchDatabase } from '#scripts/testing/bench-database.ts'

/**
 * Words of two languages, most of them rare, as in real texts. The word at place n of 4,000 occurs about n^(-2/3) times
 * as often as the first.
 */
const vocabularySize = 4_000
const korean =
  '가나다라마바사아자차카타파하고노도로모보소오조구누두루무부수우주기니디리미비시이지간난단란만반산안장한공동송영정관전문서'
const consonants = 'bcdfghjklmnprstvw'
const vowels = 'aeiou'
/** A sub-category of which a model and language have nearly nothing: a list of those must not walk through all the others. */
export const rareCombination = { sub: 5, model: 6, language: 'ko' } as const
const rareShare = 0.01
/** Rows of one statement. */
const batchSize = 5_000

export type Library = {
  /** A superuser's connection. */
  admin: pg.Client
  memberId: string
  /** By language, the most frequent first. */
  words: { ko: string[]; en: string[] }
  seconds: { texts: number; indexes: number }
}

/** A fixed sequence (mulberry32), at least 0 and below 1: every run measures the same texts. */
export function makeDraw(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function makeWords(language: 'ko' | 'en'): string[] {
  const words = new Set<string>()
  const draw = makeDraw(language === 'ko' ? 7 : 11)
  const oneOf = (letters: string) => letters[Math.floor(draw() * letters.length)]
  while (words.size < vocabularySize) {
    const length = 2 + Math.floor(draw() * 2)
    let word = ''
    for (let i = 0; i < length; i++)
      word += language === 'ko' ? oneOf(korean) : `${oneOf(consonants)}${oneOf(vowels)}`
    words.add(word)
  }
  return [...words]
}

/** @param count of prompts, all of them shown; half of them in Korean */
export async function preparePrompts(adminUrl: string, count: number): Promise<Library> {
  await prepareBenchDatabase(adminUrl)
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  const memberId = await makeMember(admin)
  const words = { ko: makeWords('ko'), en: makeWords('en') }
  const startedAt = performance.now()
  const indexes = await dropIndexes(admin)
  await fillLibrary(admin, memberId, words, count)
  const filledAt = performance.now()
  await makeIndexes(adminUrl, indexes)
  await admin.query('vacuum analyze private.prompt_search')
  await admin.query('vacuum analyze public.prompt')
  await admin.query('analyze private.prompt_total')
  await admin.query('checkpoint')
  const seconds = {
    texts: (filledAt - startedAt) / 1000,
    indexes: (performance.now() - filledAt) / 1000,
  }
  return { admin, memberId, words, seconds }
}

export async function makeMember(admin: pg.Client): Promise<string> {
  const { rows } = await admin.query<{ id: string }>(
    `with account as (
       insert into auth.users (id, aud, role, email) values (gen_random_uuid(), 'authenticated', 'authenticated', 'bench@example.com') returning id
     ) insert into public."user" (id, nickname, provider) select id, 'bench', 'google' from account returning id`,
  )
  return rows[0]!.id
}

/**
 * Creating the indexes after the rows takes a tenth of the time of updating them. @returns the statements that create
 * them, the slowest first
 */
async function dropIndexes(admin: pg.Client): Promise<string[]> {
  const { rows } = await admin.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i where i.indrelid in ('public.prompt'::regclass, 'private.prompt_search'::regclass)
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
     order by pg_get_indexdef(i.indexrelid) like '%gin%' desc, pg_get_indexdef(i.indexrelid) like '%full%' desc`,
  )
  for (const { name } of rows) await admin.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}

/** The triggers, one row at a time, would take an hour. Set-based statements create the same rows here. */
async function fillLibrary(
  admin: pg.Client,
  memberId: string,
  words: Library['words'],
  count: number,
): Promise<void> {
  await admin.query('set session_replication_role = replica')
  await admin.query('set synchronous_commit = off')
  const draw = makeDraw(3)
  for (let first = 1; first <= count; first += batchSize)
    await insertPrompts(admin, memberId, words, draw, first, Math.min(batchSize, count - first + 1))
  await admin.query(
    `insert into private.prompt_search (prompt_id, public_text, full_text)
     select id, private.search_form(title || e'\\n' || description), private.search_form(title || e'\\n' || description || e'\\n' || prompt)
     from public.prompt order by id`,
  )
  await admin.query(
    `insert into private.prompt_total (prompt_category_sub_id, prompt_model_id, language, count)
     select prompt_category_sub_id, prompt_model_id, language, count(*) from public.prompt group by 1, 2, 3`,
  )
  await admin.query('reset synchronous_commit')
  await admin.query('set session_replication_role = origin')
}

/** Half Korean, three models, 85 sub-categories of which the first have most; figures that many share, as they do. */
async function insertPrompts(
  admin: pg.Client,
  memberId: string,
  words: Library['words'],
  draw: () => number,
  first: number,
  count: number,
): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => {
    const number = first + index
    const language = number % 2 === 0 ? ('ko' as const) : ('en' as const)
    const text = (length: number) =>
      Array.from({ length }, () => words[language][Math.floor(vocabularySize * Math.pow(draw(), 3))]).join(
        ' ',
      )
    const sub = 1 + Math.floor(Math.pow(draw(), 2) * 85)
    const isRare = sub === rareCombination.sub && language === rareCombination.language && draw() > rareShare
    const models = isRare ? [1, 2] : [1, 2, 6]
    return [
      text(4).slice(0, 100),
      text(12),
      text(30),
      language,
      Math.floor(Math.pow(draw(), 6) * 10_000),
      Math.floor(draw() * 20_000) / 100,
      models[Math.floor(draw() * models.length)],
      sub,
      Math.floor(number / 3),
    ]
  })
  await admin.query(
    `insert into public.prompt (title, description, prompt, language, is_show, review_status, view_count, trend_score, user_id,
       prompt_model_id, prompt_category_sub_id, created_at, moved_at)
     select title, description, prompt, language, true, 'published', views, score, $1, model, sub,
       timestamptz '2026-01-01' + make_interval(secs => seconds), timestamptz '2026-01-01'
     from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::float8[], $8::smallint[], $9::smallint[], $10::int[])
       as t (title, description, prompt, language, views, score, model, sub, seconds)`,
    [memberId, ...Array.from({ length: 9 }, (_, column) => rows.map((row) => row[column]))],
  )
}

/** Two at a time; workers of Postgres's own would compete with them for two cores. */
async function makeIndexes(adminUrl: string, definitions: string[]): Promise<void> {
  const waiting = [...definitions]
  const work = async () => {
    const client = new pg.Client({ connectionString: adminUrl })
    await client.connect()
    try {
      await client.query(`set maintenance_work_mem = '1GB'`)
      await client.query('set max_parallel_maintenance_workers = 0')
      for (let next = waiting.shift(); next; next = waiting.shift()) await client.query(next)
    } finally {
      await client.end()
    }
  }
  await Promise.all([work(), work()])
}
