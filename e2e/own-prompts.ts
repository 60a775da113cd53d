// Prompts of the journey's member, and the reviewers' decisions on them.
import { expect, type Page } from '@playwright/test'
import { runSql } from './database.ts'
import { uniqueName } from './journey.ts'

/** A reviewer's decision on the version that waits. */
export const review = (title: string, isApproved: boolean, reason: string | null = null) =>
  runSql(
    `select private.review_prompt(v.id, $2, $3) from public.prompt_version v where v.title = $1 and v.status = 'in_review'`,
    [title, isApproved, reason],
  )

/** A reviewed prompt of the member. @returns its id */
export async function makePrompt(
  name: string,
  options: { title: string; prompt?: string; isShow?: boolean },
) {
  const [row] = await runSql(
    `insert into public.prompt (title, description, prompt, language, is_show, review_status, user_id, prompt_model_id, prompt_category_sub_id)
     select $2, 'What it does', $3, 'en', $4, case when $4 then 'published' else 'draft' end, id, 6, 8 from public."user" where nickname = $1 returning id::int`,
    [name, options.title, options.prompt ?? `Text of ${options.title}`, options.isShow ?? true],
  )
  return Number(row!.id)
}

/** The page answers: the chosen scheme is marked by the browser alone. */
export const isHydrated = (page: Page) =>
  expect(page.getByRole('banner').locator('[aria-pressed="true"]').first()).toBeVisible()

/** Prompts of an author of their own, found by a word that no other test uses. @returns their ids */
export async function makePrompts(word: string, count: number): Promise<number[]> {
  const author = uniqueName()
  await runSql(
    `with account as (
       insert into auth.users (id, aud, role, email) values (gen_random_uuid(), 'authenticated', 'authenticated', $1 || '@example.com') returning id
     ) insert into public."user" (id, nickname, provider) select id, $1, 'google' from account`,
    [author],
  )
  const rows = await runSql(
    `insert into public.prompt (title, description, prompt, language, is_show, review_status, user_id, prompt_model_id, prompt_category_sub_id, trend_score, sample_result)
     select $2 || ' ' || n, 'What it does ' || n, 'CANARY of the text ##target##', 'en', true, 'published', id, 6, 8, n, 'A sample'
     from public."user", generate_series(1, $3::int) as n where nickname = $1 returning id::int`,
    [author, word, count],
  )
  return rows.map((row) => Number(row.id))
}
