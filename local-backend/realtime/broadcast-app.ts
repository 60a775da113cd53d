// Broadcasts over HTTP: httpSend(), and send() of a channel that has not joined.
import { describeFailure } from '#backend/describe-failure.ts'
import { Hono, type Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { AccessTokens } from '#backend/access-token.ts'
import { networkOf } from '#backend/client-address.ts'
import { checkApiKey, identifyCaller } from '#backend/gateway.ts'
import { isObject, parseJson } from '#backend/json.ts'
import type { BackendKeys } from '#backend/keys.ts'
import { SecondCounter } from './limits.ts'
import type { Identity } from './identify.ts'
import type { RealtimeContext } from './realtime-context.ts'
import { RealtimeError } from './realtime-error.ts'
import { findPrivateRights, findPublicRights, refuseWriting } from './topic-rights.ts'
import { topicKey } from './topics.ts'
import { nameMaxBytes, type Broadcast } from './wire-format.ts'

type Env = { Variables: { identity: Identity } }
type Addressed = { name: string; isPrivate: boolean; broadcast: Broadcast }

const messagesMax = 100
const addressesMax = 10_000

/** Answers 202 when the messages were sent to all present clients; 401, 403, 413, 422, 429 otherwise. */
export function createBroadcastApp(
  context: RealtimeContext,
  { keys, tokens }: { keys: BackendKeys; tokens: AccessTokens },
): Hono {
  const { limits } = context
  const counters = new Map<string, SecondCounter>()
  const app = new Hono<Env>()
  app.onError((error, c) => {
    if (!(error instanceof RealtimeError)) {
      context.log({ level: 'error', event: 'realtime_failure', ...describeFailure(error) })
      return c.json({ message: 'Internal Server Error' }, 500)
    }
    return c.json({ message: error.reason }, 403)
  })
  app.all('/websocket', (c) => c.json({ message: 'Upgrade Required' }, 426))
  app.use('/api/*', async (c, next) => {
    const address = networkOf(c.get('clientAddress'))
    const counter = counters.get(address) ?? new SecondCounter()
    if (counters.size >= addressesMax) counters.clear()
    counters.set(address, counter)
    if (!counter.add(limits.messagesPerSecondMax))
      return c.json({ message: 'Too many messages per second' }, 429)
    const key = checkApiKey(c.req.raw.headers, keys)
    if (key.refusal) return c.json(key.refusal, 401)
    // Refuses as rest does, before the token counts for a member.
    const caller = await identifyCaller(c.req.raw.headers, key.kind, tokens)
    if (caller.refusal) return c.json({ message: `Token ${caller.refusal}` }, 401)
    const bearer = caller.caller.claims && c.req.header('authorization')?.replace(/^bearer +/i, '')
    const identity = await context.identify(
      bearer || c.req.header('apikey')!,
      key.kind === 'secret' ? undefined : c.req.header('user-agent'),
    )
    if (!(await context.isLive(identity))) return c.json({ message: 'Session has ended' }, 401)
    c.set('identity', identity)
    return next()
  })
  app.use('/api/*', bodyLimit({ maxSize: limits.frameMaxBytes * 4 }))

  app.post('/api/broadcast', async (c) => {
    const messages = readMessages(parseJson(await c.req.text()))
    if (!messages)
      return c.json({ errors: { messages: ['are not a list of topic, event and payload'] } }, 422)
    return sendAll(c, messages)
  })
  app.post('/api/broadcast/:topic/events/:event', async (c) => {
    const { topic, event } = c.req.param()
    if (!isName(topic) || !isName(event)) return c.json({ message: 'The topic or event is too long' }, 422)
    const content = await readContent(c)
    if (content === null) return c.json({ message: 'The body is not JSON' }, 422)
    const isPrivate = c.req.query('private') === 'true'
    return sendAll(c, [{ name: topic, isPrivate, broadcast: { event, content } }])
  })

  /** Sends all or none. Throws RealtimeError when the caller may not write to one of the topics. */
  async function sendAll(c: Context<Env>, messages: Addressed[]): Promise<Response> {
    if (messages.some(({ broadcast }) => broadcast.content.length > limits.frameMaxBytes))
      return c.json({ message: 'Payload size exceeds tenant limit' }, 413)
    const topics = new Map(messages.map((one) => [topicKey(one.name, one.isPrivate), one]))
    for (const { name, isPrivate } of topics.values()) {
      const rights = isPrivate
        ? await findPrivateRights(context, c.get('identity'), name)
        : findPublicRights(context.publicChannels)
      if (!rights.broadcast.write) throw refuseWriting(name, isPrivate)
    }
    for (const { name, isPrivate, broadcast } of messages)
      context.broadcasts.send(topicKey(name, isPrivate), broadcast, null)
    return c.body(null, 202)
  }

  return app as unknown as Hono
}

async function readContent(c: Context): Promise<string | Buffer | null> {
  if (/^application\/octet-stream/i.test(c.req.header('content-type') ?? ''))
    return Buffer.from(await c.req.arrayBuffer())
  const text = await c.req.text()
  return parseJson(text) === undefined ? null : text
}

function readMessages(body: unknown): Addressed[] | null {
  const list = isObject(body) ? body.messages : null
  if (!Array.isArray(list) || list.length === 0 || list.length > messagesMax) return null
  const messages = list.map((entry: unknown): Addressed | null => {
    if (!isObject(entry) || !isName(entry.topic) || !isName(entry.event)) return null
    const broadcast = { event: entry.event, content: JSON.stringify(entry.payload ?? {}) }
    return { name: entry.topic, isPrivate: entry.private === true, broadcast }
  })
  return messages.every((message) => message !== null) ? messages : null
}

/** A topic without `realtime:`, which must fit the frame's length byte. */
function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && Buffer.byteLength(value) <= nameMaxBytes - 9
}
