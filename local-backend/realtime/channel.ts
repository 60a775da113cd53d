// The state of one socket in one topic.
import { isObject } from '#backend/json.ts'
import type { ChangeRequest } from './change-requests.ts'
import type { Identity } from './identify.ts'
import type { ChangeSubscription } from './subscriptions.ts'
import type { TopicRights } from './topic-rights.ts'
import { topicKey } from './topics.ts'
import type { Broadcast } from './wire-format.ts'

export type ChannelSettings = {
  isPrivate: boolean
  isBroadcastAcknowledged: boolean
  isBroadcastReturned: boolean
  isPresenceEnabled: boolean
  presenceKey: string
}

/** The part of a socket that a channel needs. */
export type ChannelSocket = {
  push(frame: {
    joinRef: string | null
    ref: string | null
    topic: string
    event: string
    payload: string
  }): void
  pushBroadcast(topic: string, broadcast: Broadcast): void
  /** Called when the channel has ended by itself. */
  forget(channel: Channel): void
}

export class Channel {
  readonly topic: string
  /** The topic without `realtime:`. */
  readonly name: string
  /** Identifies its topic on all processes. */
  readonly key: string
  readonly joinRef: string | null
  readonly settings: ChannelSettings
  readonly requests: ChangeRequest[]
  /** The active subscriptions of the join's `postgres_changes`: all or, after a refusal, none. */
  subscriptions: ChangeSubscription[] = []
  identity: Identity
  rights: TopicRights
  isOpen = true
  readonly #socket: ChannelSocket

  constructor(
    socket: ChannelSocket,
    topic: string,
    joinRef: string | null,
    caller: { identity: Identity; rights: TopicRights },
    asked: { settings: ChannelSettings; requests: ChangeRequest[] },
  ) {
    this.#socket = socket
    this.topic = topic
    this.name = topicName(topic)
    this.joinRef = joinRef
    this.key = topicKey(this.name, asked.settings.isPrivate)
    this.identity = caller.identity
    this.rights = caller.rights
    this.settings = asked.settings
    this.requests = asked.requests
  }

  has(subscription: ChangeSubscription): boolean {
    return this.subscriptions.includes(subscription)
  }

  /** `payload` is JSON. */
  push(event: string, payload: string): void {
    if (this.isOpen) this.#socket.push({ joinRef: null, ref: null, topic: this.topic, event, payload })
  }

  pushBroadcast(broadcast: Broadcast): void {
    if (this.isOpen) this.#socket.pushBroadcast(this.topic, broadcast)
  }

  pushSystem(extension: 'system' | 'postgres_changes', status: 'ok' | 'error', message: string): void {
    this.push('system', JSON.stringify({ extension, status, message, channel: this.name }))
  }

  /** Ends the channel for good: the client treats it as closed. */
  shutDown(message: string): void {
    this.pushSystem('system', 'error', message)
    this.#end('phx_close')
  }

  /** Ends the channel because events may be missing: the client treats it as errored and joins again. */
  fail(message: string): void {
    this.pushSystem('system', 'error', message)
    this.#end('phx_error')
  }

  /** Ends the channel for a new join of the same topic. */
  replace(): void {
    this.#end('phx_close')
  }

  #end(event: 'phx_close' | 'phx_error'): void {
    if (!this.isOpen) return
    const { joinRef, topic } = this
    this.#socket.push({ joinRef, ref: joinRef, topic, event, payload: '{}' })
    this.isOpen = false
    this.#socket.forget(this)
  }
}

export function topicName(topic: string): string {
  return topic.replace(/^realtime:/, '')
}

/** The `config` of a join. Missing or invalid parts count as not requested, as at Supabase. */
export function readSettings(config: unknown): ChannelSettings {
  const part = (name: string) => (isObject(config) && isObject(config[name]) ? config[name] : {})
  const [broadcast, presence] = [part('broadcast'), part('presence')]
  const key = presence.key
  return {
    isPrivate: isObject(config) && config.private === true,
    isBroadcastAcknowledged: broadcast.ack === true,
    isBroadcastReturned: broadcast.self === true,
    isPresenceEnabled: presence.enabled === true,
    presenceKey: typeof key === 'string' && key !== '' ? key.slice(0, 255) : crypto.randomUUID(),
  }
}
