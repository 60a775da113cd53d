import { sql } from 'kysely'
import type { Database } from '#server/adapters/database.ts'
import { AppError } from '#shared/errors.ts'

export type WaitingPrompt = {
  versionId: number
  promptId: number
  number: number
  isShown: boolean
  author: string
  title: string
  description: string
  prompt: string
  createdAt: string
}

/** Versions that wait for their review, the oldest first. */
export async function listWaitingPrompts(db: Database): Promise<WaitingPrompt[]> {
  const { rows } = await sql<WaitingPrompt>`
    select v.id as "versionId", v.prompt_id as "promptId", v.number, p.is_show as "isShown", u.nickname as author,
      v.title, v.description, v.prompt, v.created_at as "createdAt"
    from public.prompt_version v join public.prompt p on p.id = v.prompt_id join public."user" u on u.id = p.user_id
    where v.status = 'in_review' order by v.id`.execute(db)
  return rows
}

/**
 * Publishes a version and rewards its author once, or returns it with a reason for the author.
 * @throws AppError `not_found` when the version does not wait (any more); `check_required_fields` for a return without
 * a reason
 */
export async function reviewPrompt(
  db: Database,
  versionId: number,
  verdict: { isApproved: true } | { isApproved: false; reason: string },
): Promise<void> {
  const reason = verdict.isApproved ? null : verdict.reason.trim()
  if (reason === '') throw new AppError('check_required_fields')
  const { rows } = await sql<{ is_done: boolean }>`
    select private.review_prompt(${versionId}, ${verdict.isApproved}, ${reason}) as is_done`.execute(db)
  if (!rows[0]?.is_done) throw new AppError('not_found')
}
