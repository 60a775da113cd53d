// The pictures of the providers in fake-provider.ts: OpenAI's images and Gemini's. For tests only.
import type { IncomingMessage, ServerResponse } from 'node:http'
import sharp from 'sharp'

export type FakePictureCall = { format: 'openai' | 'gemini'; prompt: string; body: Record<string, unknown> }

export type PictureReply = {
  /** Sent instead of a picture. */
  status?: number
  headers?: Record<string, string>
  /** The provider's rules do not allow the prompt. */
  isRefused?: boolean
  /** Sent in the place of a picture. */
  data?: Uint8Array
  /** The address of a picture, sent instead of its data. */
  address?: string
  /** The connection breaks in the middle of the response. */
  isCut?: boolean
  /** The response waits until this resolves. */
  pace?: () => Promise<void>
}

export type FakePictures = {
  calls: FakePictureCall[]
  /** The answers of the next calls; called once per call. */
  reply: (call: FakePictureCall) => PictureReply
}

/** A plain picture in a format of models, with a metadata note that must not reach the product's file. */
export const fakePicture = (options: { width: number; height: number; format?: 'png' | 'webp' }) =>
  sharp({ create: { width: options.width, height: options.height, channels: 3, background: '#7a8f6a' } })
    .withExif({ IFD0: { Copyright: 'secret of the provider' } })
    .toFormat(options.format ?? 'png')
    .toBuffer()

export const asksForPicture = ({ url = '' }: IncomingMessage): boolean =>
  url.includes('/images/generations') || url.includes(':generateContent')

export async function answerPicture(
  fake: FakePictures,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const call = await readCall(request)
  fake.calls.push(call)
  const reply = fake.reply(call)
  await reply.pace?.()
  const { status, body } = reply.isRefused
    ? refusal(call.format)
    : reply.status
      ? { status: reply.status, body: failure(call.format, reply.status) }
      : reply.address
        ? { status: 200, body: { data: [{ url: reply.address }] } }
        : { status: 200, body: success(call.format, reply.data ?? (await picture(call))) }
  const json = JSON.stringify(body)
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(json),
    ...reply.headers,
  })
  if (!reply.isCut) return void response.end(json)
  response.write(json.slice(0, json.length / 2), () => response.destroy())
}

async function readCall(request: IncomingMessage): Promise<FakePictureCall> {
  let json = ''
  for await (const chunk of request) json += String(chunk)
  const body = JSON.parse(json) as {
    prompt?: string
    contents?: { parts: { text: string }[] }[]
  }
  return {
    format: body.prompt === undefined ? 'gemini' : 'openai',
    prompt: body.prompt ?? body.contents![0]!.parts.map(({ text }) => text).join(''),
    body,
  }
}

function picture({ body }: FakePictureCall): Promise<Buffer> {
  const [width = 300, height = 200] = typeof body.size === 'string' ? body.size.split('x').map(Number) : []
  return fakePicture({ width, height })
}

function success(format: FakePictureCall['format'], data: Uint8Array): object {
  const base64 = Buffer.from(data).toString('base64')
  if (format === 'openai') return { created: 1_795_000_000, data: [{ b64_json: base64 }] }
  const part = { inlineData: { mimeType: 'image/png', data: base64 } }
  return {
    candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 20, candidatesTokenCount: 1_290, totalTokenCount: 1_310 },
  }
}

function refusal(format: FakePictureCall['format']): { status: number; body: object } {
  if (format === 'gemini')
    return { status: 200, body: { candidates: [{ finishReason: 'IMAGE_SAFETY', index: 0 }] } }
  const error = {
    message: 'Your request was rejected by the safety system.',
    type: 'image_generation_user_error',
    param: null,
    code: 'moderation_blocked',
  }
  return { status: 400, body: { error } }
}

function failure(format: FakePictureCall['format'], status: number): object {
  return format === 'gemini'
    ? { error: { code: status, message: 'no', status: 'UNAVAILABLE' } }
    : { error: { message: 'no', type: 'server_error', param: null, code: null } }
}
