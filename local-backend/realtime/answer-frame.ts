import { isObject } from '#backend/json.ts'
import { readChangeRequests, resolveChangeRequest } from './change-requests.ts'
import { Channel, readSettings, topicName } from './channel.ts'
import type { Identity } from './identify.ts'
import type { SocketUse } from './limits.ts'
import { initializing, RealtimeError, tooManyJoins, tooManySockets } from './realtime-error.ts'
import type { Socket } from './socket.ts'
import type { ChangeSubscription } from './subscriptions.ts'
import { findPrivateRights, findPublicRights, refuseWriting, type TopicRights } from './topic-rights.ts'
import { nameMaxBytes, type Broadcast, type Frame } from './wire-format.ts'

/** Executes a client's frame. Throws only failures of ours. */
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
  if (frame.event === 'broadcast') return answerBroadcast(socket, channel, frame)
  if (frame.event === 'presence') return answerPresence(socket, channel, frame)
}

function leave(socket: Socket, channel: Channel): void {
  channel.isOpen = false
  socket.forget(channel)
}

async function answerJoin(socket: Socket, frame: Frame): Promise<void> {
  const { limits } = socket.context
  if (!socket.joins.add(limits.joinsPerSecondMax)) {
    socket.reply(frame, 'error', { reason: tooManyJoins().reason })
    return socket.endForFlood()
  }
  // Many clients may share an address, so their sockets stay open.
  if (!socket.address.joins.add(limits.addressJoinsPerSecondMax))
    return socket.reply(frame, 'error', { reason: tooManyJoins().reason })
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
  const epoch = socket.context.logEpoch()
  const identity = await identify(socket, payload.access_token ?? payload.user_token)
  try {
    requireMemberJoin(socket, identity)
    await requireLive(socket, identity)
    const settings = readSettings(payload.config)
    const rights = await findRights(socket, identity, topicName(topic), settings.isPrivate)
    const channel = new Channel(socket, topic, frame.joinRef, { identity, rights }, { settings, requests })
    const { subscriptions, failure } = await resolveAll(socket, channel, identity)
    if (failure && waits(payload.config)) throw failure
    // No await from here to the reply: a socket that ends in between would leave its channel registered for ever.
    if (!socket.isOpen) return
    requireSameLog(socket, epoch)
    socket.channels.set(topic, channel)
    socket.admit(identity)
    socket.context.topics.add(channel)
    subscribe(socket, channel, subscriptions)
    socket.reply(frame, 'ok', {
      postgres_changes: requests.map((request, at) => ({ ...request, id: at + 1 })),
    })
    sendSubscribed(channel, failure)
    socket.context.presence.pushState(channel)
  } finally {
    socket.arriving.delete(identity)
  }
}

/** Commits and ended sessions are missed while the WAL was lost during a join, so the join fails. */
function requireSameLog({ context }: Socket, epoch: number): void {
  if (context.logEpoch() !== epoch) throw initializing()
}

/** Throws RealtimeError when a private topic is closed to the caller. */
async function findRights(
  { context }: Socket,
  identity: Identity,
  name: string,
  isPrivate: boolean,
): Promise<TopicRights> {
  if (!isPrivate) return findPublicRights(context.publicChannels)
  const rights = await findPrivateRights(context, identity, name)
  if (rights.broadcast.read || rights.presence.read) return rights
  throw new RealtimeError(
    'Unauthorized',
    `You do not have permissions to read from this Channel topic: ${name}`,
  )
}

/** The socket has the identity from here on, so that a ban during the join ends it. Throws RealtimeError. */
async function identify(socket: Socket, token: unknown): Promise<Identity> {
  if (token !== undefined && token !== null && typeof token !== 'string')
    throw new RealtimeError('MalformedJWT', 'The token provided is not a valid JWT')
  const identity = await socket.context.identify(token ?? socket.apiKey, socket.browser)
  socket.arriving.add(identity)
  return identity
}

/** Throws RealtimeError when the member has too many sockets. */
function requireMemberSocket(socket: Socket, { userId }: Identity): SocketUse | null {
  const use = userId === null ? null : socket.claimFor(userId)
  if (userId !== null && !use) throw tooManySockets()
  return use
}

/** Throws RealtimeError when the member has too many sockets, or joins too much in this second. */
function requireMemberJoin(socket: Socket, identity: Identity): void {
  const use = requireMemberSocket(socket, identity)
  if (use && !use.joins.add(socket.context.limits.memberJoinsPerSecondMax)) throw tooManyJoins()
}

async function requireLive(socket: Socket, identity: Identity): Promise<void> {
  if (await socket.context.isLive(identity)) return
  throw new RealtimeError('InvalidJWTToken', 'Session from session_id claim in JWT does not exist')
}

/** Whether a failed subscription shall fail the join (`postgres_changes_options.wait`). */
function waits(config: unknown): boolean {
  const options = isObject(config) ? config.postgres_changes_options : undefined
  return isObject(options) && options.wait === true
}

type Resolved = { subscriptions: ChangeSubscription[]; failure: RealtimeError | null }

/**
 * Resolves the channel's requests for an identity: all of them or, with the reason, none. Throws RealtimeError while
 * the WAL is not read.
 */
async function resolveAll({ context }: Socket, channel: Channel, identity: Identity): Promise<Resolved> {
  const subscriptions: ChangeSubscription[] = []
  // Awaited in any case, because messages of other processes are in the WAL too.
  const obstacle = await context.findObstacle()
  if (channel.requests.length === 0) return { subscriptions, failure: null }
  if (obstacle) throw obstacle
  try {
    for (const [at, request] of channel.requests.entries()) {
      const resolved = await resolveChangeRequest(context, identity, request)
      subscriptions.push({ ...resolved, id: at + 1, channel })
    }
    return { subscriptions, failure: null }
  } catch (error) {
    if (!(error instanceof RealtimeError)) throw error
    return { subscriptions: [], failure: error }
  }
}

function subscribe({ context }: Socket, channel: Channel, subscriptions: ChangeSubscription[]): void {
  for (const subscription of channel.subscriptions) context.feed.remove(subscription)
  channel.subscriptions = subscriptions
  for (const subscription of subscriptions) context.feed.add(subscription)
}

function sendSubscribed(channel: Channel, failure: RealtimeError | null): void {
  if (failure) channel.pushSystem('postgres_changes', 'error', failure.message)
  else if (channel.requests.length > 0)
    channel.pushSystem('postgres_changes', 'ok', 'Subscribed to PostgreSQL')
}

/** A refused token ends the channel, which would otherwise continue with the rights of the previous one. */
async function renewToken(socket: Socket, channel: Channel, frame: Frame): Promise<void> {
  const token = frame.payload.access_token
  if (token === null || token === undefined) return
  let identity: Identity | null = null
  const epoch = socket.context.logEpoch()
  try {
    identity = await identify(socket, token)
    requireMemberSocket(socket, identity)
    await requireLive(socket, identity)
    const rights = await findRights(socket, identity, channel.name, channel.settings.isPrivate)
    if (isRevoked('broadcast', channel.rights, rights) || isRevoked('presence', channel.rights, rights))
      throw new RealtimeError(
        'Unauthorized',
        `You no longer have permission to read from this Channel topic: ${channel.name}`,
      )
    // A channel often joins before its client has the session, so requests that were refused for a visitor are retried.
    const isAnother = identity.role !== channel.identity.role
    const resolved = isAnother ? await resolveAll(socket, channel, identity) : null
    if (!channel.isOpen) return
    requireSameLog(socket, epoch)
    channel.identity = identity
    socket.admit(identity)
    channel.rights = rights
    if (!resolved) return
    subscribe(socket, channel, resolved.subscriptions)
    sendSubscribed(channel, resolved.failure)
  } catch (error) {
    if (!(error instanceof RealtimeError)) throw error
    channel.shutDown(error.message)
  } finally {
    if (identity) socket.arriving.delete(identity)
  }
}

function isRevoked(kind: keyof TopicRights, before: TopicRights, after: TopicRights): boolean {
  return before[kind].read && !after[kind].read
}

function answerBroadcast(socket: Socket, channel: Channel, frame: Frame): void {
  const { isPrivate, isBroadcastAcknowledged, isBroadcastReturned } = channel.settings
  if (!channel.rights.broadcast.write)
    return socket.reply(frame, 'error', { reason: refuseWriting(channel.name, isPrivate).reason })
  const broadcast = frame.broadcast ?? readBroadcast(frame.payload)
  if (!broadcast) return socket.reply(frame, 'error', { reason: 'Broadcast event must be a string' })
  socket.context.broadcasts.send(channel.key, broadcast, isBroadcastReturned ? null : channel)
  if (isBroadcastAcknowledged) socket.reply(frame, 'ok', {})
}

function readBroadcast({ event, payload }: Frame['payload']): Broadcast | null {
  if (typeof event !== 'string' || Buffer.byteLength(event) > nameMaxBytes) return null
  return { event, content: JSON.stringify(payload ?? {}) }
}

function answerPresence(socket: Socket, channel: Channel, frame: Frame): void {
  const { presence, limits } = socket.context
  const { event, payload } = frame.payload
  if (!socket.presenceCalls.add(limits.presenceCallsPerSecondMax))
    return channel.shutDown('Client presence rate limit exceeded')
  if (event === 'untrack') {
    presence.untrack(channel)
    return socket.reply(frame, 'ok', {})
  }
  if (event !== 'track') return socket.reply(frame, 'error', { reason: 'Unknown presence event' })
  if (!channel.rights.presence.write)
    return socket.reply(frame, 'error', {
      reason: refuseWriting(channel.name, channel.settings.isPrivate).reason,
    })
  const meta = payload ?? {}
  if (!isObject(meta)) return socket.reply(frame, 'error', { reason: 'Presence track payload must be a map' })
  if (JSON.stringify(meta).length > limits.presenceMaxLength)
    return channel.shutDown('Track message size exceeded')
  // A client that tracks itself gets the presence of others from then on.
  const isLate = !channel.settings.isPresenceEnabled
  channel.settings.isPresenceEnabled = true
  presence.track(channel, meta)
  socket.reply(frame, 'ok', {})
  if (isLate) presence.pushState(channel)
}
