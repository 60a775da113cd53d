// The code that a page loads before it answers, as Chromium receives it: bytes of gzip, and that the document names all
// of it, so that no script waits for another. Time plays no part: what is requested before hydration never changes.
import type { Page } from '@playwright/test'
import { runSql } from './database.ts'
import { expect, test } from './journey.ts'
import { makePrompt } from './own-prompts.ts'
import { makeText } from './own-texts.ts'
import { publicPages } from './public-pages.ts'

/** kB of 1024 bytes, of which React and the router are 104. */
const limits = { visitor: 149, member: 165, text: 210 }
/**
 * Pages that do not meet them yet, with what they load and up to 1.5 kB: none may grow. The member's header, with alarms and
 * balance, is 9 kB; fields are 6 kB, and messages of forms and errors up to 10.
 */
const ownLimits: Record<string, number> = {
  'visitor /contact': 159,
  'visitor /prompt/list?language=en': 160,
  'visitor /prompt/search?keyword=x&language=en': 160,
  'visitor /prompt/detail/1': 171,
  'visitor /sign/confirm': 153,
  'visitor /tool/keyword': 168,
  // A tool's form: its fields, drafts, files and links.
  'visitor /tool/use?tool=article': 187,
  'visitor /tool/use?tool=instagram-feed': 187,
  // With a text next to it.
  'visitor /tool/use?tool=article&example=1': 224,
  'member /contact': 168,
  'member /my/invite': 170,
  'member /my/plan': 168,
  'member /my/setting': 175,
  'member /my/team': 168,
  'member /my/tone': 172,
  'member /prompt/create': 183,
  'member /prompt/modify/1': 183,
  'member /prompt/detail/1': 180,
  'member /prompt/list': 170,
  'member /prompt/use?id=1': 178,
  'member /prompt/use?run=1': 206,
  'member /tool/history': 176,
  'member /tool/keyword': 177,
  'member /tool/use?tool=article': 196,
  'member /tool/use?tool=business-plan': 196,
  'member /tool/use?tool=cover-letter': 196,
  'member /tool/use?tool=document': 194,
  'member /tool/use?tool=email': 195,
  'member /tool/use?tool=instagram-feed': 196,
  'text /tool/use?tool=article&id=1': 244,
}
/** The page's own styles. That of the font blocks nothing. */
const blockingStylesMax = 1

type FirstLoad = { kilobytes: number; unnamed: string[]; blockingStyles: number }
type Resource = { name: string; encodedBodySize: number; renderBlockingStatus: string }

/**
 * Opens a page. Files that the browser has kept count as if it had not.
 * @returns `unnamed`: scripts that the document does not link, so that they wait for another script. The manifest of the
 *   router names those of every page, which starts none.
 */
async function measure(page: Page, path: string): Promise<FirstLoad> {
  const document = await (await page.goto(path))!.text()
  await page.waitForFunction(() => performance.getEntriesByName('react-listening').length > 0)
  const files = await page.evaluate(() => {
    const end = performance.getEntriesByName('react-listening')[0]!.startTime
    const before = performance.getEntriesByType('resource').filter(({ startTime }) => startTime <= end)
    return before.map((entry) => entry.toJSON() as Resource)
  })
  const scripts = files.filter(({ name }) => name.endsWith('.js'))
  return {
    kilobytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1024,
    unnamed: scripts
      .map(({ name }) => new URL(name).pathname)
      .filter((name) => !document.includes(`href="${name}"`)),
    blockingStyles: files.filter(({ renderBlockingStatus }) => renderBlockingStatus === 'blocking').length,
  }
}

/** @param kind of the limit, where the page has none of its own */
async function expectWithin(
  page: Page,
  language: string,
  kind: keyof typeof limits,
  paths: readonly string[],
): Promise<void> {
  await page.setExtraHTTPHeaders({ 'accept-encoding': 'gzip' })
  for (const path of paths) {
    const { kilobytes, unnamed, blockingStyles } = await measure(page, `/${language}${path}`)
    const name = `${kind} ${path.replace(/\d+$/, '1') || 'home'}`
    expect.soft(kilobytes, `${name}: kB of script`).toBeGreaterThan(100)
    expect.soft(kilobytes, `${name}: kB of script`).toBeLessThanOrEqual(ownLimits[name] ?? limits[kind])
    expect.soft(unnamed, `${name}: scripts that wait for another`).toEqual([])
    expect
      .soft(blockingStyles, `${name}: styles before the first paint`)
      .toBeLessThanOrEqual(blockingStylesMax)
  }
}

test("a visitor's page answers within its budget of script", async ({ page, language }) => {
  const others = ['/prompt/detail/1', '/tool/use?tool=instagram-feed', '/tool/use?tool=article&example=1']
  await expectWithin(page, language, 'visitor', [...publicPages, ...others])
})

test("a member's page answers within its budget of script", async ({ page, language, signUp }) => {
  const name = await signUp()
  const [use] = await runSql(
    `insert into public.prompt_use (title, prompt, result, status, prompt_type_id, prompt_model_id, user_id)
     select 'first', 'p', '# An answer', 'done', 1, 1, id from public."user" where nickname = $1 returning id::int`,
    [name],
  )
  const prompt = await makePrompt(name, { title: 'first', prompt: 'Introduce ##name##' })
  const text = await makeText(name, { content: 'A sentence of it.', titles: ['T', 'U'], tags: ['one'] })
  await expectWithin(page, language, 'member', [
    '',
    '/price',
    '/contact',
    '/tool/list',
    '/tool/use?tool=article',
    '/tool/use?tool=document',
    '/tool/use?tool=business-plan',
    '/tool/use?tool=cover-letter',
    '/tool/use?tool=email',
    '/tool/use?tool=instagram-feed',
    '/tool/keyword',
    '/tool/keyword/saved',
    '/tool/history',
    '/prompt/list',
    '/prompt/create',
    `/prompt/modify/${prompt}`,
    `/prompt/detail/${prompt}`,
    `/prompt/use?id=${prompt}`,
    `/prompt/use?run=${String(use!.id)}`,
    '/my',
    '/my/setting',
    '/my/plan',
    '/my/usage',
    '/my/tone',
    '/my/update',
    '/my/run',
    '/my/alarm',
    '/my/invite',
    '/my/team',
    '/my/create',
    '/my/bookmark',
    '/usage/history',
    '/payment/checkout',
  ])
  await expectWithin(page, language, 'text', [`/tool/use?tool=article&id=${text}`])
})
