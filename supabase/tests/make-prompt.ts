import type pg from 'pg'

export type TestPrompt = {
  user: string
  title?: string
  description?: string
  prompt?: string
  language?: string
  model?: number
  sub?: number
  isShow?: boolean
  createdAt?: string
}

/** A prompt as a reviewer left it: shown, unless told otherwise. @returns its id */
export async function makePrompt(client: pg.Client, options: TestPrompt): Promise<string> {
  const { rows } = await client.query(
    `insert into public.prompt (title, description, prompt, language, is_show, review_status, user_id, prompt_model_id, prompt_category_sub_id, created_at)
     values ($1, $2, $3, $4, $5, case when $5 then 'published' else 'in_review' end, $6, $7, $8, coalesce($9::timestamptz, now())) returning id`,
    [
      options.title ?? '제목',
      options.description ?? '설명',
      options.prompt ?? '본문',
      options.language ?? 'ko',
      options.isShow ?? true,
      options.user,
      options.model ?? 1,
      options.sub ?? 1,
      options.createdAt ?? null,
    ],
  )
  return rows[0].id
}
