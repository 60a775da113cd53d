import { readChangeRequests, recheckSubscriptions, resolveChangeRequest } from './change-requests.ts'
import { Channel, readSettings, topicName } from './channel.ts'
import type { Identity } from './identify.ts'
import { RealtimeError } from './realtime-error.ts'
import type { Socket } from './socket.ts'
import { isObject, type Frame } from './wire-format.ts'

/** Does what a client's frame asks for. Throws only what is our own failure. */
export async function answerFrame(socket: Socket, frame: Frame): Promise<void> {
  if (frame.topic === 'phoenix') {
    if (frame.event === 'heartbeat') socket.reply(frame, 'ok', {})
    return
  }
  if (frame.event === 'phx_join') return answerJoin(socket, frame)
  const channel = socket.channels.get(frame.topic)
  const isMeant = channel && (frame.joinRef === null || frame.joinRef === channel.joinRef)
  if (frame.event === 'phx_leave') {
    if (isMeant) leave(socket, channel)
    return socket.reply(frame, 'ok', {})
  }
  if (!isMeant) return socket.reply(frame, 'error', { reason: 'unmatched topic' })
  if (frame.event === 'access_token') return renewToken(socket, channel, frame)
}

function leave(socket: Socket, channel: Channel): void {
  channel.isOpen = false
  socket.forget(channel)
}

async function answerJoin(socket: Socket, frame: Frame): Promise<void> {
  const { limits } = socket.context
  if (!socket.joins.add(limits.joinsPerSecondMax)) {
    socket.reply(frame, 'error', { reason: 'ClientJoinRateLimitReached: Too many joins per second' })
    return socket.endForFlood()
  }
  socket.channels.get(frame.topic)?.replace()
  try {
    await join(socket, frame)
  } catch (error) {
    if (!(error instanceof RealtimeError)) throw error
    socket.reply(frame, 'error', { reason: error.reason })
  }
}

/** Throws RealtimeError when the client may not join. */
async function join(socket: Socket, frame: Frame): Promise<void> {
  const { topic, payload } = frame
  if (!topic.startsWith('realtime:')) throw new RealtimeError('UnknownTopic', 'unmatched topic')
  if (topicName(topic) === '') throw new RealtimeError('TopicNameRequired', 'You must provide a topic name')
  if (socket.channels.size >= socket.context.limits.channelsPerSocketMax)
    throw new RealtimeError('ChannelRateLimitReached', 'Too many channels')
  const requests = readChangeRequests(payload.config)
  const identity = await identify(socket, payload.access_token ?? payload.user_token)
  try {
    await requireLive(socket, identity)
    const channel = new Channel(socket, topic, frame.joinRef, identity, readSettings(payload.config))
    const failure = await subscribe(socket, channel, requests)
    if (failure && waits(payload.config)) throw failure
    socket.channels.set(topic, channel)
    for (const subscription of channel.subscriptions) socket.context.feed.add(subscription)
    socket.reply(frame, 'ok', {
      postgres_changes: requests.map((request, at) => ({ ...request, id: at + 1 })),
    })
    if (failure) channel.pushSystem('postgres_changes', 'error', failure.message)
    else if (requests.length > 0) channel.pushSystem('postgres_changes', 'ok', 'Subscribed to PostgreSQL')
  } finally {
    socket.arriving.delete(identity)
  }
}

/** Known to the socket from here on, so that a ban that arrives during the join ends it. Throws RealtimeError. */
async function identify(socket: Socket, token: unknown): Promise<Identity> {
  if (token !== undefined && token !== null && typeof token !== 'string')
    throw new RealtimeError('MalformedJWT', 'The token provided is not a valid JWT')
  const identity = await socket.context.identify(token ?? socket.apiKey, socket.browser)
  socket.arriving.add(identity)
  return identity
}

async function requireLive(socket: Socket, identity: Identity): Promise<void> {
  if (await socket.context.isLive(identity)) return
  throw new RealtimeError('InvalidJWTToken', 'Session from session_id claim in JWT does not exist')
}

/** Whether the client wants to hear of a failed subscription as a failed join (`postgres_changes_options.wait`). */
function waits(config: unknown): boolean {
  const options = isObject(config) ? config.postgres_changes_options : undefined
  return isObject(options) && options.wait === true
}

/** Fills the channel's subscriptions, all of them or, returning why, none. Throws RealtimeError while the log is not read. */
async function subscribe(
  { context }: Socket,
  channel: Channel,
  requests: ReturnType<typeof readChangeRequests>,
): Promise<RealtimeError | null> {
  if (requests.length === 0) return null
  if (!(await context.isFollowing())) {
    throw new RealtimeError(
      'InitializingProjectConnection',
      'Realtime is initializing the project connection',
    )
  }
  try {
    for (const [at, request] of requests.entries()) {
      const resolved = await resolveChangeRequest(context.pool, channel.identity, request)
      channel.subscriptions.push({ ...resolved, id: at + 1, channel })
    }
    return null
  } catch (error) {
    if (!(error instanceof RealtimeError)) throw error
    channel.subscriptions.length = 0
    return error
  }
}

/** A token that is refused ends the channel: it would otherwise go on with the rights of the one before. */
async function renewToken(socket: Socket, channel: Channel, frame: Frame): Promise<void> {
  const token = frame.payload.access_token
  if (token === null || token === undefined) return
  let identity: Identity | null = null
  try {
    identity = await identify(socket, token)
    await requireLive(socket, identity)
    if (identity.role !== channel.identity.role)
      await recheckSubscriptions(socket.context.pool, channel, identity)
    channel.identity = identity
  } catch (error) {
    if (!(error instanceof RealtimeError)) throw error
    channel.shutDown(error.message)
  } finally {
    if (identity) socket.arriving.delete(identity)
  }
}
