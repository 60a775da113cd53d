// A model provider on 127.0.0.1 that speaks all four wire formats and fails on demand. For tests only.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerPicture, asksForPicture, type FakePictures } from './fake-pictures.ts'
import { searchFrames, type FakeSearch } from './search-frames.ts'
import {
  blockedFrames,
  errorBody,
  frames,
  type FakeUsage,
  type Finish,
  type WireFormat,
} from './wire-frames.ts'

export type FakeCall = {
  format: WireFormat
  part:
    | 'outline'
    | 'titles'
    | 'text'
    | 'tags'
    | 'pictures'
    | 'revision'
    | 'choice'
    | 'notes'
    | 'searches'
    | 'facts'
    | 'claims'
    | 'verdicts'
    | 'passages'
    | 'search'
  body: Record<string, unknown>
  headers: IncomingMessage['headers']
}

export type Reply = {
  text?: string
  usage?: Partial<FakeUsage>
  /** The provider's own search before the text. */
  search?: FakeSearch
  finish?: Finish
  /** Answer with this status instead of a stream. */
  status?: number
  headers?: Record<string, string>
  /** A response of a proxy, not of the provider. */
  html?: boolean
  /** The fault after this number of text deltas (0: before the first). */
  fault?: { after: number; kind: 'hang' | 'reset' | 'cut' | 'malformed' | 'error' }
  /** The provider refuses the prompt. */
  isBlocked?: boolean
  /** Sends every byte on its own. */
  isBytewise?: boolean
  deltaLength?: number
  /** Waits before each delta until this resolves. */
  pace?: () => Promise<void>
}

export type FakeProvider = {
  calls: FakeCall[]
  /** The answers of the next calls; called once per call. */
  reply: (call: FakeCall) => Reply
  /** The same provider's pictures. */
  pictures: FakePictures
  /** The environment that points the product at this fake. */
  env(format: WireFormat): Record<string, string>
  close(): Promise<void>
}

const deltaLengthDefault = 12

export async function startFakeProvider(reply: FakeProvider['reply'] = answerWell): Promise<FakeProvider> {
  const calls: FakeCall[] = []
  const fake: FakeProvider = {
    calls,
    reply,
    pictures: { calls: [], reply: () => ({}) },
    env: (format) => environment(format, port),
    close: () => Promise.resolve(),
  }
  const server = createServer((request, response) =>
    asksForPicture(request)
      ? void answerPicture(fake.pictures, request, response)
      : void answer(fake, request, response),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  fake.close = () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return fake
}

function environment(format: WireFormat, port: number): Record<string, string> {
  const base = `http://127.0.0.1:${port}`
  switch (format) {
    case 'openai':
      return { TOOL_MODEL: 'gpt', OPENAI_API_KEY: 'key-openai', OPENAI_BASE_URL: `${base}/v1` }
    case 'anthropic':
      return { TOOL_MODEL: 'claude', ANTHROPIC_API_KEY: 'key-anthropic', ANTHROPIC_BASE_URL: `${base}/v1` }
    case 'gemini':
      return {
        TOOL_MODEL: 'gemini',
        GOOGLE_GENERATIVE_AI_API_KEY: 'key-google',
        GOOGLE_BASE_URL: `${base}/v1beta`,
      }
    case 'chat':
      return {
        TOOL_MODEL: 'compatible',
        COMPATIBLE_API_KEY: 'key-compatible',
        COMPATIBLE_MODEL: 'fake',
        COMPATIBLE_BASE_URL: `${base}/v1`,
      }
  }
}

async function answer(fake: FakeProvider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const call = await readCall(request)
  fake.calls.push(call)
  const reply = fake.reply(call)
  if (reply.html) {
    response
      .writeHead(reply.status ?? 502, { 'content-type': 'text/html', ...reply.headers })
      .end('<html><body>Bad Gateway</body></html>')
    return
  }
  if (reply.status) {
    response
      .writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
      .end(JSON.stringify(errorBody(call.format, reply.status)))
    return
  }
  const text = reply.text ?? ''
  const output = (reply.usage?.output ?? countTokens(call.format, text)) + (reply.usage?.reasoning ?? 0)
  const usage = {
    input: countTokens(call.format, JSON.stringify(call.body)),
    cached: 0,
    reasoning: 0,
    ...reply.usage,
    output,
  }
  const send = async (frame: string) => {
    const bytes = Buffer.from(frame)
    const step = reply.isBytewise ? 1 : bytes.length
    for (let i = 0; i < bytes.length; i += step) {
      if (!response.write(bytes.subarray(i, i + step)))
        await new Promise((resolve) => response.once('drain', resolve))
    }
  }
  if (reply.fault?.kind === 'hang' && reply.fault.after === 0) return
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  if (reply.isBlocked) {
    for (const frame of blockedFrames(call.format, usage)) await send(frame)
    response.end()
    return
  }
  const wire = frames(call.format, usage, reply.finish ?? 'stop')
  const [first, ...open] = wire.open
  if (first) await send(first)
  if (reply.search) for (const frame of searchFrames(call.format, reply.search)) await send(frame)
  for (const frame of open) await send(frame)
  const deltas = text.match(new RegExp(`[\\s\\S]{1,${reply.deltaLength ?? deltaLengthDefault}}`, 'gu')) ?? []
  for (const [index, delta] of deltas.entries()) {
    if (reply.fault && index >= reply.fault.after) break
    await reply.pace?.()
    await send(wire.text(delta))
  }
  if (reply.fault) return fail(reply.fault.kind, wire.error, send, response)
  for (const frame of wire.end) await send(frame)
  response.end()
}

async function fail(
  kind: NonNullable<Reply['fault']>['kind'],
  error: string,
  send: (frame: string) => Promise<void>,
  response: ServerResponse,
) {
  if (kind === 'hang') return
  // The written bytes still arrive; the end of the response never does.
  if (kind === 'reset') {
    response.socket?.destroySoon()
    return
  }
  if (kind === 'malformed') await send('data: {"type": "response.output_text.delta", "delta\n\n')
  if (kind === 'error') await send(error)
  response.end()
}

async function readCall(request: IncomingMessage): Promise<FakeCall> {
  let json = ''
  for await (const chunk of request) json += String(chunk)
  const body = JSON.parse(json) as Record<string, unknown>
  const path = request.url ?? ''
  const format = path.includes('/responses')
    ? 'openai'
    : path.includes('/messages')
      ? 'anthropic'
      : path.includes(':streamGenerateContent')
        ? 'gemini'
        : 'chat'
  // The schema's own property identifies the request; each provider has another place for it.
  const asked = (
    [
      'sections',
      'titles',
      'tags',
      'pictures',
      'notes',
      'searches',
      'facts',
      'claims',
      'verdicts',
      'passages',
    ] as const
  ).find((name) => json.includes(`"${name}":{`))
  return {
    format,
    part: partOf(asked) ?? (isSearch(body) ? 'search' : partOfText(json)),
    body,
    headers: request.headers,
  }
}

const partOf = (asked: string | undefined) =>
  asked === 'sections' ? 'outline' : (asked as FakeCall['part'] | undefined)

/** The form of its answer is named in its prompt. */
const partOfText = (json: string) =>
  json.includes('<choice>…</choice>') ? 'choice' : json.includes('<notes>…</notes>') ? 'revision' : 'text'

/** The answer of a revision: notes, then the text. */
export const revisionOf = (text: string, unsupported: string[] = []): string =>
  [
    '<notes>\n- A fault.\n</notes>',
    `<text>\n${text}\n</text>`,
    ...(unsupported.length > 0 ? [`<unsupported>\n${unsupported.join('\n')}\n</unsupported>`] : []),
  ].join('\n')

/** The answer to two drafts: notes, the numbers of the better ones, and what is corrected. */
export const choiceOf = (chosen: string, edits: readonly (readonly [before: string, after: string])[] = []) =>
  [
    '<notes>\n- A fault.\n</notes>',
    `<choice>${chosen}</choice>`,
    ...edits.map(([before, after]) => `<edit><old>${before}</old><new>${after}</new></edit>`),
  ].join('\n')

const isSearch = ({ tools }: Record<string, unknown>): boolean =>
  /"web_search|"googleSearch"/.test(JSON.stringify(tools ?? []))

/**
 * Tokens per Hangul or Han character, counted with each vendor's vocabulary over Korean prose; see tokensPerCharacter.
 */
const denseTokens: Record<WireFormat, number> = { openai: 0.75, gemini: 0.88, anthropic: 1.3, chat: 0.88 }

/** A rough count with a vendor's vocabulary: all count Latin script alike, about 1.3 tokens a word. */
function countTokens(format: WireFormat, text: string): number {
  const dense = text.match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g)?.length ?? 0
  const words =
    text.match(/[\p{L}\p{N}]+/gu)?.filter((word) => !/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/.test(word))
      .length ?? 0
  const signs = text.match(/[^\p{L}\p{N}\s]/gu)?.length ?? 0
  return Math.ceil(dense * denseTokens[format] + words * 1.3 + signs * 0.6)
}

const outline = {
  sections: [
    { heading: '토요일 아침의 열람실', share: 40, points: ['문을 여는 시간', '빈자리의 느낌'] },
    { heading: '아이와 함께 고르는 책', share: 40, points: ['2층 어린이 열람실'] },
    { heading: '돌아오는 길', share: 20, points: ['다음 주의 약속'] },
  ],
}
const titles = {
  titles: [
    '토요일에는 도서관에 가요',
    '아침 아홉 시, 열람실',
    '책보다 먼저 만나는 것',
    '2층에서 보낸 오전',
    '도서관이 집 가까이 있다면',
  ],
}
const tags = { tags: ['도서관', '주말 나들이', '책 읽기', '초등학생', '가족'] }
const paragraph =
  '아침 아홉 시, 문이 열리면 창가 자리에 먼저 햇빛이 앉아요. 아이는 2층으로 올라가고, 저는 계단 아래에서 잠깐 기다려요. 책을 고르는 시간은 늘 생각보다 길어요. '

/** An article of ordinary length: about 2,000 characters of Korean. */
export const fakeArticle = outline.sections
  .map(({ heading }) => `## ${heading}\n\n${paragraph.repeat(7).trim()}`)
  .join('\n\n')

export function answerWell(call: FakeCall): Reply {
  if (call.part === 'text') return { text: fakeArticle }
  if (call.part === 'search') return { text: 'Found.' }
  if (call.part === 'revision') return { text: revisionOf(fakeArticle) }
  if (call.part === 'choice') return { text: choiceOf('1') }
  const answers: Partial<Record<FakeCall['part'], object>> = {
    outline,
    titles,
    tags,
    passages: { passages: [], advice: [] },
  }
  const answer = answers[call.part]
  if (!answer) throw new Error(`answerLikeAModel writes ${call.part}`)
  return { text: JSON.stringify(answer) }
}
