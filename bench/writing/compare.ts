// Compares the product's texts with the same model's answers to a plain chat message: see docs/writing.md.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig, type Config } from '#server/config.ts'
import { createPromptModels, createToolModel, type Model } from '#server/adapters/models.ts'
import { startProduct } from '#bench/product.ts'
import { answerByFiles } from './answer-by-files.ts'
import { chooseJudges, judgeNames } from './choose-judges.ts'
import { describeComparison, type Compared } from './describe-comparison.ts'
import { judgePair, type Judgement } from './judge-pair.ts'
import { chatMessage } from './chat-message.ts'
import type { Order } from './order.ts'
import { orders } from './orders.ts'
import { withNote, writePair, type Writers } from './write-texts.ts'

/** The settings that configure models; all other environment variables are left out. */
const modelSettings = [
  'TOOL_MODEL',
  'OPENAI_API_KEY',
  'OPENAI_BASE_URL',
  'OPENAI_MODEL',
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_BASE_URL',
  'ANTHROPIC_MODEL',
  'GOOGLE_GENERATIVE_AI_API_KEY',
  'GOOGLE_BASE_URL',
  'GOOGLE_MODEL',
  'COMPATIBLE_BASE_URL',
  'COMPATIBLE_MODEL',
  'COMPATIBLE_API_KEY',
]
type Judge = { name: string; model: Model }
type Setting = {
  /** Of the product. */
  env: Record<string, string>
  chat: Model
  judges: Judge[]
  writer: string
  atOnce: number
  close(): Promise<void>
}

/**
 * Writes and judges what the folder does not contain yet, and returns the result.
 * @param ids prefixes of the orders' ids, such as `ko-email`; empty for all
 * @throws when no model or fewer than two judges are configured, and errors of the models and the product
 */
export async function compareWriting(
  dataFolder: string,
  { folder, ids }: { folder: string; ids: readonly string[] },
): Promise<string> {
  mkdirSync(folder, { recursive: true })
  const chosen = orders.filter(({ id }) => ids.length === 0 || ids.some((start) => id.startsWith(start)))
  const setting = await readSetting(folder)
  try {
    const product = await startProduct(dataFolder, setting.env)
    const writers = { product: { url: product.url, dataFolder }, model: setting.chat }
    const compared = await inGroups(chosen, setting.atOnce, (order) =>
      compareOne(folder, order, writers, setting.judges),
    )
    await product.stop()
    return describeComparison(compared, { writer: setting.writer, when: new Date() })
  } finally {
    await setting.close()
  }
}

async function compareOne(
  folder: string,
  order: Order,
  writers: Writers,
  judges: readonly Judge[],
): Promise<Compared> {
  const pair = await writePair(folder, order, writers)
  const judgements = await Promise.all(
    judges.map(async (judge): Promise<Judgement> => {
      const path = join(folder, `${order.id}.${judge.name}.json`)
      if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as Judgement
      const texts = { order: chatMessage(order), ours: withNote(pair.ours), other: pair.chat.text }
      const judgement = await judgePair(judge, texts)
      writeFileSync(path, `${JSON.stringify(judgement, null, 2)}\n`)
      return judgement
    }),
  )
  console.log(`  ${order.id}: ${judgements.map(({ judge, result }) => `${judge} ${result}`).join(', ')}`)
  return { order, pair, judgements }
}

/**
 * `BENCH_ANSWERS=files`: without a key the answers are files in `<folder>/calls`. Otherwise the models are the
 * product's configured ones.
 */
async function readSetting(folder: string): Promise<Setting> {
  if (process.env.BENCH_ANSWERS === 'files') {
    const answers = await answerByFiles(join(folder, 'calls'))
    const env = (model: string) => ({
      COMPATIBLE_BASE_URL: answers.url,
      COMPATIBLE_MODEL: model,
      MODEL_TIMEOUT_SECONDS: '3600',
    })
    const judges = ['judge-1', 'judge-2'].map((name) => ({ name, model: createToolModel(models(env(name))) }))
    return {
      env: env('writer'),
      chat: createToolModel(models(env('chat'))),
      judges,
      writer: 'answers by files',
      atOnce: Infinity,
      close: answers.close,
    }
  }
  const env = Object.fromEntries(
    modelSettings.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  ) as Record<string, string>
  const config = models(env)
  const chat = createToolModel(config)
  if (chat.isDemo)
    throw new Error('No model is configured: set its key as for the product, or BENCH_ANSWERS=files.')
  const prompts = createPromptModels(config)
  const configured = judgeNames.filter((name) => config[name])
  const judges = chooseJudges(chat.name, configured).map((name) => ({ name, model: prompts[name] }))
  const close = () => Promise.resolve()
  const written = config[chat.name as 'gpt' | 'gemini' | 'claude' | 'compatible']?.modelId ?? chat.name
  return { env, chat, judges, writer: written, atOnce: 4, close }
}

/** Nothing but the models is used of it. */
const models = (env: Record<string, string>): Config['models'] =>
  readConfig({
    SUPABASE_URL: 'http://127.0.0.1:1',
    SUPABASE_PUBLISHABLE_KEY: 'none',
    SUPABASE_SECRET_KEY: 'none',
    DATABASE_URL: 'postgres://none@127.0.0.1:1/none',
    ...env,
  }).models

async function inGroups<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  const worker = async () => {
    while (next < items.length) {
      const index = next++
      results[index] = await work(items[index]!)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
  return results
}
