// Both texts of an order: ours as the product writes it, and the answer of the same model to a plain chat message.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { plainAnswer } from '#shared/rendered-text.ts'
import { readFeed } from '#shared/sections.ts'
import type { Model } from '#server/adapters/models.ts'
import { eventsOf } from '#server/testing/read-events.ts'
import { createMembers, findDatabase, type BenchMember } from '#bench/members.ts'
import { askModel } from './ask-model.ts'
import { chatMessage } from './chat-message.ts'
import type { Order } from './order.ts'

type Written = {
  text: string
  /** What the page says next to the text: assumptions and advice, '' for none. A chat writes it below its answer. */
  note?: string
  tokens: number
  seconds: number
}
export type Pair = { ours: Written; chat: Written }

/** The product that writes, and the model that answers the chat message. */
export type Writers = { product: { url: string; dataFolder: string }; model: Model }

/** The folder stores written texts, which are not written again. @throws when a text is not written to its end */
export async function writePair(folder: string, order: Order, writers: Writers): Promise<Pair> {
  const path = join(folder, `${order.id}.pair.json`)
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as Pair
  const [ours, chat] = await Promise.all([
    writeByProduct(order, writers.product),
    writeByChat(order, writers.model),
  ])
  const pair = { ours, chat }
  writeFileSync(path, `${JSON.stringify(pair, null, 2)}\n`)
  // For human readers.
  writeFileSync(join(folder, `${order.id}.ours.md`), `${withNote(ours)}\n`)
  writeFileSync(join(folder, `${order.id}.chat.md`), `${chat.text}\n`)
  return pair
}

/** The text with what the page says next to it, as judges read it. */
export const withNote = ({ text, note }: Written): string => (note ? `${text}\n\n---\n${note}` : text)

async function writeByChat(order: Order, model: Model): Promise<Written> {
  const { text, input, output, seconds } = await askModel(model, {
    instructions: '',
    prompt: chatMessage(order),
  })
  return { text, tokens: input + output, seconds }
}

async function writeByProduct(
  { id, tool, form }: Order,
  { url, dataFolder }: Writers['product'],
): Promise<Written> {
  const [member] = await createMembers({ dataFolder, url, count: 1, hours: 6 })
  const beganAt = performance.now()
  const response = await fetch(`${url}/v1/ai/tool/${tool}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${member!.accessToken}`,
      // The page's language, which advice is in.
      'accept-language': form.language === 'Korean' ? 'ko' : 'en',
    },
    body: JSON.stringify({ ...form, uuid: member!.id }),
  })
  if (!response.ok) throw new Error(`${id}: ${response.status} ${await response.text()}`)
  let status = ''
  for await (const { event } of eventsOf(response)) if (event.type === 'done') status = event.status
  if (status !== 'done') throw new Error(`${id} ended as ${status}`)
  const seconds = (performance.now() - beganAt) / 1000
  return { ...(await readText(dataFolder, member!, tool)), seconds }
}

/** The text as a user sees it: with its title where readers see one. */
async function readText(
  dataFolder: string,
  member: BenchMember,
  tool: Order['tool'],
): Promise<Omit<Written, 'seconds'>> {
  const database = new pg.Client({ connectionString: findDatabase(dataFolder) })
  await database.connect()
  try {
    const { rows } = await database.query<{
      title: string
      content: string
      tags: string[]
      assumed: string[]
      advice: string[]
      tokens: string
    }>(
      `select t.title, t.content, t.tags, t.assumed, t.advice, r.token_input + r.token_output as tokens
       from public.tool_use t join private.run r on r.kind = 'tool_use' and r.subject_id = t.id
       where t.user_id = $1 order by r.id desc limit 1`,
      [member.id],
    )
    const { title, content, tags, assumed, advice, tokens } = rows[0]!
    const text =
      tool === 'email'
        ? `${/[가-힣]/.test(content) ? '제목' : 'Subject'}: ${title}\n\n${content}`
        : tool === 'cover-letter'
          ? content
          : tool === 'instagram-feed'
            ? describeFeed(content, tags)
            : `# ${title}\n\n${content}`
    return { text, note: describeNote(assumed, advice), tokens: Number(tokens) }
  } finally {
    await database.end()
  }
}

function describeNote(assumed: string[], advice: string[]): string {
  const list = (title: string, entries: string[]) =>
    entries.length > 0 ? [[title, ...entries.map((entry) => `- ${entry}`)].join('\n')] : []
  return [...list('Not told, so please check:', assumed), ...list('Good to know first:', advice)].join('\n\n')
}

/** As the page shows it: numbered slides, the caption, the hashtags. */
function describeFeed(content: string, tags: string[]): string {
  const { slides, caption } = readFeed(content)
  const [slide, below] = /[가-힣]/.test(content) ? ['이미지', '캡션'] : ['Slide', 'Caption']
  return [
    ...slides.map(
      ({ heading, text }, index) => `**${slide} ${index + 1}**\n${heading}\n${plainAnswer(text)}`,
    ),
    `**${below}**\n${caption}`,
    tags.map((tag) => `#${tag}`).join(' '),
  ].join('\n\n')
}
