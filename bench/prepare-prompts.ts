// A library of many generated prompts, as the triggers would have made it, in a fraction of their time.
import pg from 'pg'
import { prepareBenchDatabase } from '#scripts/testing/bench-database.ts'

/** Words of two languages, most of them rare, as in real texts: the word at place n of 4,000 comes about n^(-2/3) times as often as the first. */
const vocabularySize = 4_000
const korean =
  '가나다라마바사아자차카타파하고노도로모보소오조구누두루무부수우주기니디리미비시이지간난단란만반산안장한공동송영정관전문서'
const consonants = 'bcdfghjklmnprstvw'
const vowels = 'aeiou'

function makeWords(language: 'ko' | 'en'): string[] {
  const words = new Set<string>()
  // A fixed sequence (mulberry32): every run measures the same texts.
  let state = language === 'ko' ? 7 : 11
  const next = (count: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % count
  }
  while (words.size < vocabularySize) {
    const length = 2 + next(2)
    let word = ''
    for (let i = 0; i < length; i++)
      word +=
        language === 'ko'
          ? korean[next(korean.length)]
          : `${consonants[next(consonants.length)]}${vowels[next(vowels.length)]}`
    words.add(word)
  }
  return [...words]
}

export type Library = {
  /** A superuser's connection. */
  admin: pg.Client
  memberId: string
  /** By language, the most frequent first. */
  words: { ko: string[]; en: string[] }
  seconds: { texts: number; indexes: number }
}

/** @param count of prompts, all of them shown; half of them in Korean */
export async function preparePrompts(adminUrl: string, count: number): Promise<Library> {
  await prepareBenchDatabase(adminUrl)
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query('set synchronous_commit = off')
  const memberId = await makeMember(admin)
  const words = { ko: makeWords('ko'), en: makeWords('en') }
  const startedAt = performance.now()
  await fillLibrary(admin, memberId, words, count)
  const filledAt = performance.now()
  await indexLibrary(admin)
  const seconds = {
    texts: (filledAt - startedAt) / 1000,
    indexes: (performance.now() - filledAt) / 1000,
  }
  await admin.query('reset synchronous_commit')
  return { admin, memberId, words, seconds }
}

async function makeMember(admin: pg.Client): Promise<string> {
  const { rows } = await admin.query<{ id: string }>(
    `with account as (
       insert into auth.users (id, aud, role, email) values (gen_random_uuid(), 'authenticated', 'authenticated', 'bench@example.com') returning id
     ) insert into public."user" (id, nickname, provider) select id, 'bench', 'google' from account returning id`,
  )
  return rows[0]!.id
}

/** The triggers, one row at a time, would take an hour; what they make is made here by sets. */
async function fillLibrary(
  admin: pg.Client,
  memberId: string,
  words: Library['words'],
  count: number,
): Promise<void> {
  await admin.query('set session_replication_role = replica')
  await admin.query(
    'drop index private.prompt_search_public, private.prompt_search_full, private.prompt_search_public_spaced, private.prompt_search_full_spaced',
  )
  await admin.query('select setseed(0.5)')
  // n takes part, so that every row and every word is drawn anew.
  const text = (length: string) =>
    `(select string_agg(v.list[1 + floor(${vocabularySize} * power(random(), 3) + 0 * (w + n))::int], ' ') from generate_series(1, ${length}) w)`
  await admin.query(
    `insert into public.prompt (title, description, prompt, language, is_show, review_status, view_count, trend_score, user_id,
       prompt_model_id, prompt_category_sub_id, created_at, moved_at)
     select left(${text('4')}, 100), ${text('12')}, ${text('30')}, v.language, true, 'published',
       floor(power(random(), 6) * 10000)::bigint, floor(random() * 20000) / 100, $1,
       (array[1, 2, 6])[1 + (n / 2) % 3], 1 + floor(power(random(), 2) * 85)::int,
       timestamptz '2026-01-01' + make_interval(secs => n / 3), timestamptz '2026-01-01'
     from generate_series(1, $2::int) n
       join (values ('ko', 0, $3::text[]), ('en', 1, $4::text[])) v (language, half, list) on v.half = n % 2`,
    [memberId, count, words.ko, words.en],
  )
  await admin.query(
    `insert into private.prompt_search (prompt_id, public_text, full_text)
     select id, private.search_form(title || e'\\n' || description), private.search_form(title || e'\\n' || description || e'\\n' || prompt)
     from public.prompt`,
  )
  await admin.query(
    `insert into private.prompt_total (prompt_category_sub_id, prompt_model_id, language, count)
     select prompt_category_sub_id, prompt_model_id, language, count(*) from public.prompt group by 1, 2, 3`,
  )
  await admin.query('set session_replication_role = origin')
}

async function indexLibrary(admin: pg.Client): Promise<void> {
  await admin.query(`set maintenance_work_mem = '1GB'`)
  for (const [pairing, name] of [
    ['letter_pairs', ''],
    ['spaced_pairs', '_spaced'],
  ])
    for (const source of ['public', 'full'])
      await admin.query(
        `create index prompt_search_${source}${name} on private.prompt_search using gin (private.${pairing}(${source}_text)) with (fastupdate = off)`,
      )
  await admin.query('vacuum analyze private.prompt_search')
  await admin.query('vacuum analyze public.prompt')
}
