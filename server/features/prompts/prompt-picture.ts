import { sql } from 'kysely'
import type { OgImage } from '#server/og-image.ts'
import type { Database } from '#server/adapters/database.ts'
import { AppError } from '#shared/errors.ts'
import { isFormerMember } from '#shared/former-member.ts'
import type { Language } from '#shared/language.ts'

type Facts = { title: string; nickname: string; model: string; language: Language }

/**
 * The og-image of a shown prompt: title, author and model, without its text.
 * @throws AppError prompt_not_found
 */
export async function describePrompt(db: Database, id: number): Promise<OgImage> {
  const { rows } = await sql<Facts>`
    select p.title, u.nickname, m.name as model, p.language
    from public.prompt p join public."user" u on u.id = p.user_id join public.prompt_model m on m.id = p.prompt_model_id
    where p.id = ${id} and p.is_show`.execute(db)
  const facts = rows[0]
  if (!facts) throw new AppError('prompt_not_found')
  const { title, nickname, model, language } = facts
  return { title, note: isFormerMember(nickname) ? model : `${nickname} · ${model}`, language }
}
