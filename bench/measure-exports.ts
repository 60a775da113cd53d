// What a writer waits for in Chromium: a long text with pictures as a file, and the search score while they type.
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { build } from 'vite'
import { uploadFile } from '#app/session/upload-file.ts'
import type * as search from '#shared/search-score.ts'
import { addArticle, launchChromium, signUp } from './browser-member.ts'
import { createMembers } from './members.ts'
import { percentile } from './percentile.ts'
import { projectFolder, startProduct } from './product.ts'

const kinds = { HWPX: 'Hangul document (HWPX)', DOCX: 'Word document', PDF: 'PDF document' } as const
type Kind = keyof typeof kinds

const characters = 10_000
const pictures = 10
const rounds = 5
const scoredCharacters = 3_000
const scores = 100

export type ExportFigures = {
  /** Programs that ran or waited for a core, in the minute before. */
  loadBefore: number
  characters: number
  pictures: number
  /**
   * Seconds from the press to the stored file, in browsers that had not loaded the exporters yet; `cpu`: seconds that
   * the page's process used the processor, at the median, which other work moves less; bytes of the file.
   */
  exports: { kind: Kind; median: number; slowest: number; cpu: number; bytes: number }[]
  /** Milliseconds of one computation. */
  score: { characters: number; median: number; p95: number }
}

export async function measureExports(dataFolder: string): Promise<ExportFigures> {
  const [loadBefore = Number.NaN] = loadavg()
  const product = await startProduct(dataFolder)
  const browser = await launchChromium()
  try {
    const { addresses, bytesMin } = await storePictures(product.url, dataFolder)
    // By the host name to which the sign-in returns.
    const origin = product.url.replace('127.0.0.1', 'localhost')
    const first = await browser.newPage()
    await signUp(first, origin, 'exporter')
    const content = makeContent(characters, addresses)
    const id = await addArticle(dataFolder, 'exporter', { language: 'Korean', content })
    const storageState = await first.context().storageState()
    const files: ExportedFile[] = []
    for (let round = 0; round < rounds; round++) {
      const context = await browser.newContext({ storageState, viewport: { width: 1280, height: 900 } })
      const page = await context.newPage()
      await page.goto(`${origin}/en/tool/use?tool=article&id=${id}`)
      await page.locator('.ProseMirror[contenteditable="true"]').waitFor()
      const shown = page.locator('.ProseMirror img')
      await shown.nth(pictures - 1).waitFor()
      await shown.evaluateAll((images: { decode(): Promise<void> }[]) =>
        Promise.all(images.map((image) => image.decode())),
      )
      for (const kind of Object.keys(kinds) as Kind[]) files.push(await exportFile(page, kind, bytesMin))
      await context.close()
    }
    const exports = (Object.keys(kinds) as Kind[]).map((kind) => {
      const own = files.filter((file) => file.kind === kind)
      const seconds = own.map((file) => file.seconds)
      return {
        kind,
        median: percentile(seconds, 0.5),
        slowest: Math.max(...seconds),
        cpu: percentile(
          own.map((file) => file.cpu),
          0.5,
        ),
        bytes: own[0]!.bytes,
      }
    })
    return { loadBefore, characters, pictures, exports, score: await measureScore(browser) }
  } finally {
    await browser.close()
    await product.stop()
  }
}

type ExportedFile = { kind: Kind; seconds: number; cpu: number; bytes: number }

/** @throws when the file is too small for its pictures */
async function exportFile(page: Page, kind: Kind, bytesMin: number): Promise<ExportedFile> {
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const choice = page.getByRole('button', { name: kinds[kind], exact: true })
  await choice.waitFor()
  const download = page.waitForEvent('download')
  const usedBefore = await processorSeconds(page)
  const pressedAt = performance.now()
  await choice.click()
  const path = await (await download).path()
  const seconds = (performance.now() - pressedAt) / 1000
  const cpu = (await processorSeconds(page)) - usedBefore
  const { length: bytes } = await readFile(path)
  if (bytes < bytesMin) throw new Error(`${kind} lacks pictures: it has ${bytes} bytes.`)
  return { kind, seconds, cpu, bytes }
}

/** Of the page's process since its start. */
async function processorSeconds(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const { metrics } = await session.send('Performance.getMetrics')
  await session.detach()
  return metrics.find(({ name }) => name === 'ProcessTime')?.value ?? Number.NaN
}

/**
 * Half of them JPEG and half PNG, of 1200 x 800 pixels with the detail of a photograph.
 * @returns their addresses in a text, and the bytes of the JPEG ones, which documents take over unchanged
 */
async function storePictures(url: string, dataFolder: string) {
  const keys = JSON.parse(readFileSync(join(dataFolder, 'keys.json'), 'utf8')) as { publishableKey: string }
  const [member] = await createMembers({ dataFolder, url, count: 1 })
  const client = createClient(url, keys.publishableKey, { accessToken: async () => member!.accessToken })
  const addresses: string[] = []
  let bytesMin = 0
  for (let number = 0; number < pictures; number++) {
    const [width, height] = [1200, 800]
    const noise = sharp({
      create: {
        width,
        height,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    }).blur(2)
    const extension = number % 2 === 0 ? 'jpg' : 'png'
    const data = await (extension === 'jpg' ? noise.jpeg({ quality: 85 }) : noise.png()).toBuffer()
    if (extension === 'jpg') bytesMin += data.length
    const file = new File([new Uint8Array(data)], `picture.${extension}`)
    addresses.push(new URL((await uploadFile(client, 'image', file)).publicUrl!).pathname)
  }
  return { addresses, bytesMin }
}

/** Markdown of a section for each address, with headings, a list and a table. */
function makeContent(length: number, addresses: readonly string[]): string {
  const sentence = (number: number) =>
    `동네 도서관의 열람실은 ${number}번째 토요일에도 아침 아홉 시에 문을 열고, 문 앞에는 늘 누군가 기다린다. `
  const section = (address: string, index: number) => {
    const head = `## 열람실에서 보낸 토요일 ${index + 1}`
    const rest = [
      `![열람실 ${index + 1}](${address})`,
      '- 신분증\n- 대출 카드\n- 필기구',
      '| 구분 | 시간 |\n| --- | --- |\n| 평일 | 9시 |\n| 주말 | 10시 |',
    ]
    const words = [head, ...rest.slice(1)].join('').length
    const text = sentence(index).repeat(
      Math.ceil((length / addresses.length - words) / sentence(index).length),
    )
    // Paragraphs of three sentences.
    const paragraphs = text.match(/(?:[^.]+\. ?){1,3}/g) ?? []
    return [head, ...paragraphs.map((paragraph) => paragraph.trim()), ...rest].join('\n\n')
  }
  return addresses.map(section).join('\n\n')
}

/** Each text has a letter more than the one before, as when somebody types. */
async function measureScore(browser: Browser): Promise<ExportFigures['score']> {
  const page = await browser.newPage()
  await page.addScriptTag({ content: await bundleScore() })
  const address = `/storage/v1/object/public/image/${'0'.repeat(32)}/I1700000000000.jpg`
  const content = makeContent(scoredCharacters, [address, address, address])
  const times = await page.evaluate(
    ([text, count]) => {
      const { scoreForSearch, splitKeywords, splitQuestions } = (
        globalThis as unknown as { searchScore: typeof search }
      ).searchScore
      const keywords = '동네 도서관, 열람실, 대출 카드, 주말 도서관, 도서관 시간, 도서관 예약'
      const questions = [
        '동네 도서관 주차는 어디에 하나요',
        '동네 도서관 예약은 어떻게 하나요',
        '동네 도서관 주말 시간',
        '동네 도서관 대출 기간 연장',
        '동네 도서관 열람실 자리',
        '동네 도서관 회원증 발급',
        '동네 도서관 휴관일',
        '동네 도서관 어린이 프로그램',
      ].join('\n')
      const measured: number[] = []
      for (let typed = 0; typed < count; typed++) {
        const startedAt = performance.now()
        const score = scoreForSearch(
          {
            title: '동네 도서관의 토요일',
            text: text + '가'.repeat(typed),
            tags: ['동네도서관', '열람실', '토요일', '책', '산책'],
            keywords: splitKeywords(keywords),
            questions: splitQuestions(questions),
          },
          { language: 'Korean', length: 3_000 },
        )
        measured.push(performance.now() - startedAt)
        if (!score) throw new Error('There is no score.')
      }
      return measured
    },
    [content, scores] as const,
  )
  return { characters: scoredCharacters, median: percentile(times, 0.5), p95: percentile(times, 0.95) }
}

/** @returns a script that has the score as a global */
async function bundleScore(): Promise<string> {
  const built = await build({
    root: projectFolder,
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      lib: {
        entry: join(projectFolder, 'shared/search-score.ts'),
        formats: ['iife'],
        name: 'searchScore',
      },
    },
  })
  const [bundle] = [built].flat()
  if (!bundle || !('output' in bundle)) throw new Error('Vite built nothing.')
  return bundle.output[0].code
}
