// One client's connection: it handles frames one after the other, and sends frames while the client reads them.
import { describeFailure } from '#backend/describe-failure.ts'
import type { WebSocket } from 'ws'
import type { Channel, ChannelSocket } from './channel.ts'
import { answerFrame } from './answer-frame.ts'
import { expiredToken, type Identity } from './identify.ts'
import { SecondCounter, SocketUse } from './limits.ts'
import type { RealtimeContext } from './realtime-context.ts'
import {
  decodeFrame,
  encodeBroadcast,
  encodeFrame,
  type Broadcast,
  type Frame,
  type WireVersion,
} from './wire-format.ts'

/** Codes of RFC 6455 and of the IANA registry. */
const closing = { goingAway: 1001, badFrame: 1007, refused: 1008, restart: 1012, tryLater: 1013 }
const waitingFramesMax = 200

export class Socket implements ChannelSocket {
  readonly version: WireVersion
  readonly channels = new Map<string, Channel>()
  readonly context: RealtimeContext
  /** The API key of the connection: the identity of channels without a token. */
  readonly apiKey: string
  readonly browser: string | undefined
  readonly joins = new SecondCounter()
  readonly presenceCalls = new SecondCounter()
  /** Shared with the other sockets of its address. */
  readonly address: SocketUse
  /** Identities whose join is in progress; a ban may arrive before the join ends. */
  readonly arriving = new Set<Identity>()
  /**
   * Accepted identities by session. The end of a session ends the socket, also when its channels have failed meanwhile.
   */
  readonly #admitted = new Map<string, Identity>()
  /** The members whose tokens it has joined with. */
  readonly #members = new Map<string, SocketUse>()
  readonly #messages = new SecondCounter()
  readonly #bytes = new SecondCounter()
  readonly #ws: WebSocket
  #work: Promise<void> = Promise.resolve()
  #waiting = 0
  #waitingBytes = 0
  #heardAt = Date.now()

  constructor(
    ws: WebSocket,
    context: RealtimeContext,
    caller: { version: WireVersion; apiKey: string; browser: string | undefined; address: SocketUse },
  ) {
    this.#ws = ws
    this.context = context
    this.version = caller.version
    this.apiKey = caller.apiKey
    this.browser = caller.browser
    this.address = caller.address
    ws.on('message', (data, isBinary) => this.#take(data as Buffer, isBinary))
    ws.on('close', () => {
      this.#leaveAll()
      this.#releaseMembers()
    })
    // A frame that is too large or broken; ws closes the connection by itself.
    ws.on('error', () => {})
  }

  /** Counts the socket for a member from its first token on. Null when the member has too many sockets. */
  claimFor(userId: string): SocketUse | null {
    const known = this.#members.get(userId)
    if (known) return known
    const { members, limits } = this.context
    const use = members.get(userId) ?? new SocketUse()
    if (use.sockets >= limits.socketsPerMemberMax) return null
    // An ended socket would never be removed from the count.
    if (!this.isOpen) return use
    use.sockets++
    members.set(userId, use)
    this.#members.set(userId, use)
    return use
  }

  /** Records that a join or a new token of this identity was accepted. */
  admit(identity: Identity): void {
    if (identity.userId !== null) this.#admitted.set(`${identity.userId} ${identity.sessionId}`, identity)
  }

  /** All identities whose ended session ends the socket. */
  get identities(): Identity[] {
    return [...this.arriving, ...this.#admitted.values()]
  }

  get isOpen(): boolean {
    return this.#ws.readyState === this.#ws.OPEN
  }

  push(frame: {
    joinRef: string | null
    ref: string | null
    topic: string
    event: string
    payload: string
  }): void {
    this.#send(encodeFrame(this.version, frame))
  }

  pushBroadcast(topic: string, broadcast: Broadcast): void {
    const data = encodeBroadcast(this.version, topic, broadcast)
    if (data !== null) this.#send(data)
  }

  #send(data: string | Buffer): void {
    if (!this.isOpen) return
    if (this.#ws.bufferedAmount > this.context.limits.unsentMaxBytes) {
      this.context.log({ level: 'warn', event: 'realtime_slow_reader' })
      this.#ws.terminate()
      return
    }
    this.#ws.send(data)
  }

  reply(frame: Frame, status: 'ok' | 'error', response: object): void {
    const { joinRef, ref, topic } = frame
    const payload = JSON.stringify({ status, response })
    this.push({ joinRef, ref, topic, event: 'phx_reply', payload })
  }

  forget(channel: Channel): void {
    const { feed, topics, presence } = this.context
    for (const subscription of channel.subscriptions) feed.remove(subscription)
    topics.remove(channel)
    presence.untrack(channel)
    if (this.channels.get(channel.topic) === channel) this.channels.delete(channel.topic)
  }

  /** Ends a silent socket, and channels whose token has expired. */
  check(nowMs: number): void {
    if (nowMs - this.#heardAt > this.context.limits.silenceSeconds * 1000) {
      this.#ws.terminate()
      return
    }
    for (const channel of this.channels.values()) {
      const { expiresAt } = channel.identity
      if (expiresAt !== null && expiresAt * 1000 <= nowMs) channel.shutDown(expiredToken(expiresAt).message)
    }
  }

  /** Ends the socket if one of its identities matches. */
  endFor(isMeant: (identity: Identity) => boolean): void {
    if (this.identities.some(isMeant)) this.#ws.close(closing.refused, 'The session has ended')
  }

  /** For messages per second, joins and other floods that continue after a refusal. */
  endForFlood(): void {
    this.#ws.close(closing.tryLater, 'Too many messages per second')
  }

  endForRestart(): void {
    this.#ws.close(closing.restart, 'Realtime is restarting, please standby')
  }

  terminate(): void {
    this.#ws.terminate()
  }

  #take(data: Buffer, isBinary: boolean): void {
    this.#heardAt = Date.now()
    if (!this.#hasRoomFor(data.length)) return this.endForFlood()
    const frame = decodeFrame(data, isBinary, this.version)
    if (!frame) return this.#ws.close(closing.badFrame, 'Not a frame of this version')
    this.#waiting++
    this.#waitingBytes += data.length
    this.#work = this.#work
      .then(() => (this.isOpen ? answerFrame(this, frame) : undefined))
      .catch((error: unknown) => {
        this.context.log({ level: 'error', event: 'realtime_failure', ...describeFailure(error as Error) })
        this.reply(frame, 'error', { reason: 'UnknownErrorOnChannel: Unknown Error on Channel' })
      })
      .finally(() => {
        this.#waiting--
        this.#waitingBytes -= data.length
      })
  }

  #hasRoomFor(bytes: number): boolean {
    const { limits } = this.context
    return (
      this.#messages.add(limits.messagesPerSecondMax) &&
      this.#bytes.add(limits.bytesPerSecondMax, bytes) &&
      this.address.bytes.add(limits.addressBytesPerSecondMax, bytes) &&
      [...this.#members.values()].every((use) => use.bytes.add(limits.memberBytesPerSecondMax, bytes)) &&
      this.#waiting < waitingFramesMax &&
      this.#waitingBytes + bytes <= limits.bytesPerSecondMax
    )
  }

  #releaseMembers(): void {
    for (const [userId, use] of this.#members) if (--use.sockets === 0) this.context.members.delete(userId)
    this.#members.clear()
  }

  #leaveAll(): void {
    for (const channel of this.channels.values()) {
      channel.isOpen = false
      this.forget(channel)
    }
  }
}
