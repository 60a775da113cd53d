// Phoenix's frames in the formats of realtime-js: version 1.0.0 sends objects, 2.0.0 arrays, and broadcasts as bytes
// (@supabase/realtime-js/src/lib/serializer.ts).
import { isObject, parseJson } from '#backend/json.ts'

export type WireVersion = 1 | 2

export type Frame = {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: Record<string, unknown>
  /** Set when the frame is a broadcast in bytes. */
  broadcast?: Broadcast
}

/** One client's message to a topic: JSON text, or bytes that stay bytes. */
export type Broadcast = { event: string; content: string | Buffer }

const kinds = { userBroadcastPush: 3, userBroadcast: 4 }
const encodings = { bytes: 0, json: 1 }
/** Lengths in a frame's header are single bytes. */
export const nameMaxBytes = 255

/** Null for an invalid frame of this version. */
export function decodeFrame(data: Buffer, isBinary: boolean, version: WireVersion): Frame | null {
  if (isBinary) return version === 2 ? decodeBytes(data) : null
  const value = parseJson(data.toString('utf8'))
  if (version === 2) {
    if (!Array.isArray(value) || value.length !== 5) return null
    return frameOf(value[0], value[1], value[2], value[3], value[4])
  }
  if (!isObject(value)) return null
  return frameOf(value.join_ref, value.ref, value.topic, value.event, value.payload)
}

function frameOf(
  joinRef: unknown,
  ref: unknown,
  topic: unknown,
  event: unknown,
  payload: unknown,
): Frame | null {
  if (typeof topic !== 'string' || typeof event !== 'string') return null
  if (Buffer.byteLength(topic) > nameMaxBytes) return null
  const content = payload ?? {}
  if (!isObject(content)) return null
  return { joinRef: refOf(joinRef), ref: refOf(ref), topic, event, payload: content }
}

function refOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value.slice(0, nameMaxBytes) : null
}

function decodeBytes(data: Buffer): Frame | null {
  if (data.length < 7 || data[0] !== kinds.userBroadcastPush) return null
  const lengths = [...data.subarray(1, 6)]
  const encoding = data[6]
  if (7 + lengths.reduce((sum, length) => sum + length, 0) > data.length) return null
  let offset = 7
  const [joinRef, ref, topic, event] = lengths.map((length) =>
    data.toString('utf8', offset, (offset += length)),
  ) as [string, string, string, string]
  const rest = data.subarray(offset)
  if (encoding !== encodings.bytes && encoding !== encodings.json) return null
  const content = encoding === encodings.json ? rest.toString('utf8') : Buffer.from(rest)
  if (typeof content === 'string' && parseJson(content) === undefined) return null
  return {
    joinRef: joinRef || null,
    ref: ref || null,
    topic,
    event: 'broadcast',
    payload: {},
    broadcast: { event, content },
  }
}

/** A message to a client; `payload` is JSON already. */
export function encodeFrame(
  version: WireVersion,
  frame: { joinRef: string | null; ref: string | null; topic: string; event: string; payload: string },
): string {
  const [joinRef, ref, topic, event] = [frame.joinRef, frame.ref, frame.topic, frame.event].map((value) =>
    JSON.stringify(value),
  )
  return version === 2
    ? `[${joinRef},${ref},${topic},${event},${frame.payload}]`
    : `{"topic":${topic},"event":${event},"payload":${frame.payload},"ref":${ref},"join_ref":${joinRef}}`
}

/** Null when this version cannot encode it: objects have no bytes. */
export function encodeBroadcast(
  version: WireVersion,
  topic: string,
  { event, content }: Broadcast,
): string | Buffer | null {
  if (version === 1) {
    if (typeof content !== 'string') return null
    const payload = `{"type":"broadcast","event":${JSON.stringify(event)},"payload":${content}}`
    return encodeFrame(1, { joinRef: null, ref: null, topic, event: 'broadcast', payload })
  }
  const [topicBytes, eventBytes, body] = [topic, event, content].map((part) => Buffer.from(part)) as [
    Buffer,
    Buffer,
    Buffer,
  ]
  const encoding = typeof content === 'string' ? encodings.json : encodings.bytes
  const head = Buffer.from([kinds.userBroadcast, topicBytes.length, eventBytes.length, 0, encoding])
  return Buffer.concat([head, topicBytes, eventBytes, body])
}
