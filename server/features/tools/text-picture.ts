import { sql } from 'kysely'
import type { OgImage } from '#server/og-image.ts'
import type { Database } from '#server/adapters/database.ts'
import { AppError } from '#shared/errors.ts'
import en from '#shared/messages/en/tools.json' with { type: 'json' }
import ko from '#shared/messages/ko/tools.json' with { type: 'json' }
import type { Language } from '#shared/language.ts'
import { translate, type Messages } from '#shared/words.ts'

const words: Record<Language, Messages> = { ko, en }

/**
 * The og-image of a text that its author shares by link: its title and kind, in the language of the text if the site
 * has it.
 * @throws AppError not_found when the author unshared it
 */
export async function describeSharedText(db: Database, shareId: string): Promise<OgImage> {
  const { rows } = await sql<{ title: string; tool: string; language: string }>`
    select title, tool, language from public.read_shared_text(${shareId}::uuid)`.execute(db)
  const text = rows[0]
  if (!text) throw new AppError('not_found')
  const language = text.language === 'Korean' ? 'ko' : 'en'
  const say = (key: string) => translate(words[language], key)
  return { title: text.title || say('shared.untitled'), note: say(`name.${text.tool}`), language }
}
