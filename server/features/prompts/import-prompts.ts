import { sql } from 'kysely'
import { actFor, type Database } from '#server/adapters/database.ts'
import type { PromptForm } from '#shared/prompts-form.ts'

/** The member with this e-mail address who can be an author; null when there is none. */
export async function findAuthor(db: Database, email: string): Promise<{ id: string } | null> {
  const { rows } = await sql<{ id: string }>`
    select id from public."user" where lower(email) = lower(${email}) and is_active and not is_block limit 1`.execute(
    db,
  )
  return rows[0] ?? null
}

export type FoundDuplicate = {
  own_id: number | null
  similar: { id: number; title: string; similarity: number } | null
}

/**
 * The matches that `find_prompt_duplicates()` returns to the author. @param candidates at most fifty @returns in their
 * order
 */
export async function findImportDuplicates(
  db: Database,
  authorId: string,
  candidates: readonly { title: string; prompt: string }[],
): Promise<FoundDuplicate[]> {
  return db.transaction().execute(async (transaction) => {
    await actFor(transaction, { id: authorId, assurance: 'aal1' })
    const { rows } = await sql<{ answer: { found: FoundDuplicate[] } }>`
      select private.compare_prompts(${authorId}::uuid, ${JSON.stringify(candidates)}::jsonb) as answer`.execute(
      transaction,
    )
    return rows[0]?.answer.found ?? []
  })
}

/** Registers prompts in an author's name, all or none; they wait for review like any other. @returns their number */
export async function importPrompts(
  db: Database,
  authorId: string,
  contents: readonly PromptForm[],
): Promise<number> {
  if (contents.length === 0) return 0
  const { rows } = await sql`
    insert into public.prompt (title, description, prompt, language, prompt_model_id, prompt_category_sub_id, sample_result, user_id, review_status)
    select c.title, c.description, c.prompt, c.language, c.prompt_model_id, c.prompt_category_sub_id, c.sample_result, ${authorId}::uuid, 'in_review'
    from jsonb_to_recordset(${JSON.stringify(contents)}::jsonb)
      as c (title text, description text, prompt text, language text, prompt_model_id smallint, prompt_category_sub_id smallint, sample_result text)
    returning 1`.execute(db)
  return rows.length
}
