// The cost of a key press: in a text of 5,000 words, and in the form while such a text is being written.
import type { Page } from 'playwright-core'
import { answerWell, startFakeProvider } from '#server/adapters/fakes/fake-provider.ts'
import { addArticle, launchChromium, signUp } from './browser-member.ts'
import { percentile } from './percentile.ts'
import { startProduct } from './product.ts'

const words = 5_000
const keys = 120
/** The interval of a fast typist. */
const betweenKeysMs = 60
const pieceMs = 20
const pieceLength = 12
const sentence = 'The library opens at nine and closes at six, and on most days somebody waits at the door.'
const paragraphs = Array.from(
  { length: Math.ceil(words / 54) },
  () => `${sentence} ${sentence} ${sentence}`,
).join('\n\n')

/** Milliseconds that the page's thread was busy from the key to the end of the frame that shows it. Waiting for the frame is no cost. */
export type KeyFigures = { p50: number; p95: number }
export type TypingFigures = { words: number; inText: KeyFigures; whileStreaming: KeyFigures }

export async function measureTyping(dataFolder: string): Promise<TypingFigures> {
  let pieces = 0
  let isStreaming = true
  const fake = await startFakeProvider((call) =>
    call.part === 'text'
      ? {
          text: `## Library\n\n${paragraphs}\n\n${'More words come all the time. '.repeat(600)}`,
          deltaLength: pieceLength,
          // The text is there immediately, then it continues at the speed of a fast model.
          pace: () => pause(isStreaming && ++pieces * pieceLength > paragraphs.length ? pieceMs : 0),
        }
      : answerWell(call),
  )
  const product = await startProduct(dataFolder, fake.env('openai'))
  const browser = await launchChromium()
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    // By the host name to which the sign-in returns.
    const origin = product.url.replace('127.0.0.1', 'localhost')
    await signUp(page, origin, 'typist')
    const id = await addArticle(dataFolder, 'typist', { language: 'English', content: paragraphs })
    await page.goto(`${origin}/en/tool/use?tool=article&id=${id}`)
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

type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  /** Microseconds. */
  ts: number
  dur?: number
  args?: { data?: { type?: string } }
}

/** Types into the focused element. The cost of each key comes from the browser's own record of its tasks. */
async function type(page: Page): Promise<KeyFigures> {
  const session = await page.context().browser()!.newBrowserCDPSession()
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'] },
  })
  for (let key = 0; key < keys; key++) {
    await page.keyboard.press('abcdefghij'[key % 10]!)
    await pause(betweenKeysMs)
  }
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await complete
  await session.detach()
  const costs = costsOfKeys(events)
  if (costs.length < keys - 2) throw new Error(`Only ${costs.length} of ${keys} keys were seen.`)
  // The first keys pay for code that has never run.
  const warm = costs.slice(20)
  return { p50: percentile(warm, 0.5), p95: percentile(warm, 0.95) }
}

/**
 * For each key: how long the main thread was busy, with any task, from the key to the end of the frame that shows it.
 */
function costsOfKeys(events: TraceEvent[]): number[] {
  const isKey = ({ name, args }: TraceEvent) => name === 'EventDispatch' && args?.data?.type === 'keydown'
  const first = events.find(isKey)
  const ofPage = events
    .filter(({ ph, pid, tid }) => ph === 'X' && pid === first?.pid && tid === first.tid)
    .toSorted((a, b) => a.ts - b.ts)
  const endOf = ({ ts, dur = 0 }: TraceEvent) => ts + dur
  const frames = ofPage.filter(({ name }) => name === 'Commit')
  const tasks = ofPage.filter(({ name }) => name === 'RunTask')
  return ofPage.filter(isKey).flatMap((key) => {
    const frame = frames.find(({ ts }) => ts > endOf(key))
    if (!frame) return []
    const busy = tasks.reduce(
      (sum, task) => sum + Math.max(0, Math.min(endOf(task), endOf(frame)) - Math.max(task.ts, key.ts)),
      0,
    )
    return [busy / 1000]
  })
}
