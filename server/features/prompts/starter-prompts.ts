// The prompts of a new library: sixty in each language, written for this product, in every main category.
import { sql } from 'kysely'
import type { Database } from '#server/adapters/database.ts'
import {
  listSubCategories,
  promptModels,
  type PromptCategory,
  type PromptModelName,
} from '#shared/prompts.ts'
import englishPrompts from './starter-prompts-en.json' with { type: 'json' }
import koreanPrompts from './starter-prompts-ko.json' with { type: 'json' }

const starterPrompts = [...koreanPrompts, ...englishPrompts]

/** The author of the starter prompts. It cannot sign in: it has no identity and no mailbox. */
const house = {
  id: '6d756e6a-616e-4700-8000-000000000001',
  nickname: '문장 Munjang',
  email: 'house@munjang.invalid',
}

/**
 * Adds the starter prompts, once per database. Later changes of an operator stay.
 * @returns the number of added prompts, 0 when the author already exists
 */
export async function addStarterPrompts(database: Database): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    const account = await sql`
      insert into auth.users (id, aud, role, email, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
      values (${house.id}, 'authenticated', 'authenticated', ${house.email}, '{}', '{}', now(), now())
      on conflict do nothing returning id`.execute(transaction)
    if (account.rows.length === 0) return 0
    await sql`
      insert into public."user" (id, nickname, provider) values (${house.id}, ${house.nickname}, 'house')`.execute(
      transaction,
    )
    // The first of the list is the newest, so that the list by date begins as the file does.
    await sql`
      insert into public.prompt (title, description, prompt, language, sample_result, prompt_model_id, prompt_category_sub_id,
        user_id, is_show, review_status, created_at)
      select title, description, prompt, language, sample_result, prompt_model_id, prompt_category_sub_id,
        ${house.id}, true, 'published', now() - make_interval(mins => place::int)
      from jsonb_to_recordset(${JSON.stringify(starterPrompts.map(toRow))}::jsonb) as listed (
        title text, description text, prompt text, language text, sample_result text, prompt_model_id smallint,
        prompt_category_sub_id smallint, place integer)
      order by place desc`.execute(transaction)
    return starterPrompts.length
  })
}

function toRow({ model, category, ...content }: (typeof starterPrompts)[number], place: number) {
  const [main = '', code] = category.split('/')
  return {
    ...content,
    place,
    prompt_model_id: promptModels[model as PromptModelName],
    prompt_category_sub_id: listSubCategories(main as PromptCategory).find((sub) => sub.code === code)?.id,
  }
}
