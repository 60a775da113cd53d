// Chromium with a signed-in member, and texts of theirs.
import { chromium, type Browser, type Page } from 'playwright-core'
import pg from 'pg'
import { chromiumEnvironment, chromiumFlags, chromiumPath, prepareChromium } from '#e2e/chromium.ts'
import { register } from '#e2e/register.ts'
import { findDatabase } from './members.ts'

export async function launchChromium(): Promise<Browser> {
  await prepareChromium()
  return chromium.launch({ executablePath: chromiumPath, args: chromiumFlags, env: chromiumEnvironment() })
}

/** Signs a new member up in the page's browser. @param name in lower case without spaces: `<name>@example.com` */
export const signUp = (page: Page, origin: string, name: string): Promise<void> =>
  register(page.context(), origin, 'en', { name, email: `${name}@example.com` })

/** Gives the member a finished article of `content`, which is Markdown. @returns its id */
export async function addArticle(
  dataFolder: string,
  name: string,
  { language, content }: { language: 'Korean' | 'English'; content: string },
): Promise<number> {
  const database = new pg.Client({ connectionString: findDatabase(dataFolder) })
  await database.connect()
  const { rows } = await database.query<{ id: string }>(
    `insert into public.tool_use (user_id, tool, status, stage, request, language, model, title, titles, outline, content, saved_at)
     select id, 'article', 'done', 'done', '{}', $2, 'gpt', 'T', '{T}', '{A,B}', $3, now()
     from public."user" where email = $1 returning id`,
    [`${name}@example.com`, language, content],
  )
  await database.end()
  return Number(rows[0]!.id)
}
