// Texts of the journey's member.
import { runSql } from './database.ts'

type Text = {
  tool?: string
  language?: 'Korean' | 'English'
  title?: string
  /** With alternatives. */
  titles?: string[]
  outline?: string[]
  content?: string
  tags?: string[]
  request?: object
}

/** A finished and saved text, without cost. @returns its id */
export async function makeText(name: string, text: Text = {}): Promise<number> {
  const { tool = 'article', language = 'Korean', title = 'T', content = '' } = text
  const [row] = await runSql(
    `insert into public.tool_use (user_id, tool, status, stage, request, language, model, title, titles, outline, content, tags, saved_at)
     select id, $2, 'done', 'done', $3, $4, 'demo', $5, $6, $7, $8, $9, now() from public."user" where nickname = $1 returning id::int`,
    [
      name,
      tool,
      JSON.stringify(text.request ?? {}),
      language,
      title,
      text.titles ?? [],
      text.outline ?? [],
      content,
      text.tags ?? [],
    ],
  )
  return Number(row!.id)
}
