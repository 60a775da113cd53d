// What a key costs the page: in a text of 5,000 words, and in the form while such a text is being written.
import { chromium, type Page } from 'playwright-core'
import pg from 'pg'
import { chromiumEnvironment, chromiumFlags, chromiumPath, prepareChromium } from '#e2e/chromium.ts'
import { answerWell, startFakeProvider } from '#server/outside/fakes/fake-provider.ts'
import { findDatabase } from './members.ts'
import { percentile } from './percentile.ts'
import { startProduct } from './product.ts'

const words = 5_000
const keys = 120
/** As somebody who types fast. */
const betweenKeysMs = 60
const pieceMs = 20
const pieceLength = 12
const sentence = 'The library opens at nine and closes at six, and on most days somebody waits at the door.'
const paragraphs = Array.from(
  { length: Math.ceil(words / 54) },
  () => `${sentence} ${sentence} ${sentence}`,
).join('\n\n')

/** Milliseconds of the page's thread from the key to the end of all work that it caused. */
export type KeyFigures = { p50: number; p95: number }
export type TypingFigures = { words: number; inText: KeyFigures; whileStreaming: KeyFigures }

export async function measureTyping(dataFolder: string): Promise<TypingFigures> {
  let pieces = 0
  let isStreaming = true
  const fake = await startFakeProvider((call) =>
    call.part === 'text'
      ? {
          text: `## Library\n\n${paragraphs}\n\n${'More words come all the time. '.repeat(600)}`,
          piece: pieceLength,
          // The text is there at once, then it goes on as a fast model writes.
          pace: () => pause(isStreaming && ++pieces * pieceLength > paragraphs.length ? pieceMs : 0),
        }
      : answerWell(call),
  )
  const product = await startProduct(dataFolder, fake.env('openai'))
  await prepareChromium()
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: chromiumFlags,
    env: chromiumEnvironment(),
  })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    // By the name that the sign-in leads back to.
    const origin = product.url.replace('127.0.0.1', 'localhost')
    const address = `${origin}/en/tool/use?tool=article&id=${await openText(page, origin, dataFolder)}`
    await page.goto(address)
    const text = page.locator('.ProseMirror[contenteditable="true"]')
    await text.waitFor()
    await text.locator('p').nth(20).click()
    const inText = await type(page)
    await page.goto(`${origin}/en/tool/use?tool=article`)
    await page.locator('[name="topic"]').fill('Library')
    await page.getByRole('button', { name: /^Write/ }).click()
    await page.getByText('More words come').first().waitFor()
    await page.locator('[name="information"]').click()
    const whileStreaming = await type(page)
    if ((await page.locator('article[aria-busy="true"]').count()) === 0)
      throw new Error('The stream ended before the typing did.')
    isStreaming = false
    return { words, inText, whileStreaming }
  } finally {
    await browser.close()
    await product.stop()
    await fake.close()
  }
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/** Signs somebody up and gives them a text. @returns its id */
async function openText(page: Page, origin: string, dataFolder: string): Promise<number> {
  await page.goto(`${origin}/en/sign/in`)
  await page.getByRole('button', { name: 'Google' }).click()
  await page.locator('input[name="name"]').fill('typist')
  await page.locator('input[name="email"]').fill('typist@example.com')
  await page.locator('button[value="typed"]').click()
  await page.waitForURL(/\/sign\/referrer/)
  const database = new pg.Client({ connectionString: findDatabase(dataFolder) })
  await database.connect()
  const { rows } = await database.query<{ id: string }>(
    `insert into public.tool_use (user_id, tool, status, stage, request, language, model, title, titles, outline, content, saved_at)
     select id, 'article', 'done', 'done', $1, 'English', 'gpt', 'T', '{T}', '{A,B}', $2, now()
     from public."user" where email = 'typist@example.com' returning id`,
    ['{}', paragraphs],
  )
  await database.end()
  return Number(rows[0]!.id)
}

/** In the page: from the key to a message that stands behind everything that the key has caused at once. */
const listenToKeys = `{
  globalThis.keyCosts = []
  let pressedAt = 0
  addEventListener('keydown', () => (pressedAt = performance.now()), { capture: true })
  addEventListener('input', () => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => keyCosts.push(performance.now() - pressedAt)
    port2.postMessage(null)
  }, { capture: true })
}`

/** Types into what has the focus. */
async function type(page: Page): Promise<KeyFigures> {
  await page.evaluate(listenToKeys)
  for (let key = 0; key < keys; key++) {
    await page.keyboard.press('abcdefghij'[key % 10]!)
    await pause(betweenKeysMs)
  }
  const costs = await page.evaluate<number[]>('keyCosts')
  if (costs.length < keys) throw new Error(`Only ${costs.length} of ${keys} keys were heard.`)
  // The first keys pay for code that has never run.
  const warm = costs.slice(20)
  return { p50: percentile(warm, 0.5), p95: percentile(warm, 0.95) }
}
