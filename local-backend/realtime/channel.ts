// What one socket does in one topic.
import type { Identity } from './identify.ts'
import type { ChangeSubscription } from './subscriptions.ts'
import { isObject } from './wire-format.ts'

export type ChannelSettings = {
  isPrivate: boolean
  isBroadcastAcknowledged: boolean
  isBroadcastReturned: boolean
  isPresenceEnabled: boolean
  presenceKey: string
}

/** What a channel needs of its socket. */
export type ChannelSocket = {
  push(frame: {
    joinRef: string | null
    ref: string | null
    topic: string
    event: string
    payload: string
  }): void
  /** The channel has ended by itself. */
  forget(channel: Channel): void
}

export class Channel {
  readonly topic: string
  /** The topic without `realtime:`. */
  readonly name: string
  readonly joinRef: string | null
  readonly settings: ChannelSettings
  readonly subscriptions: ChangeSubscription[] = []
  identity: Identity
  isOpen = true
  readonly #socket: ChannelSocket

  constructor(
    socket: ChannelSocket,
    topic: string,
    joinRef: string | null,
    identity: Identity,
    settings: ChannelSettings,
  ) {
    this.#socket = socket
    this.topic = topic
    this.name = topicName(topic)
    this.joinRef = joinRef
    this.identity = identity
    this.settings = settings
  }

  has(subscription: ChangeSubscription): boolean {
    return this.subscriptions.includes(subscription)
  }

  /** `payload` is JSON. */
  push(event: string, payload: string): void {
    if (this.isOpen) this.#socket.push({ joinRef: null, ref: null, topic: this.topic, event, payload })
  }

  pushSystem(extension: 'system' | 'postgres_changes', status: 'ok' | 'error', message: string): void {
    this.push('system', JSON.stringify({ extension, status, message, channel: this.name }))
  }

  /** Ends the channel for good: the client counts it as closed. */
  shutDown(message: string): void {
    this.pushSystem('system', 'error', message)
    this.#end('phx_close')
  }

  /** Ends the channel because something may be missing: the client counts it as errored and joins again. */
  fail(message: string): void {
    this.pushSystem('system', 'error', message)
    this.#end('phx_error')
  }

  /** Makes room for a new join of the same topic. */
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

/** The `config` of a join. Whatever is missing or odd in it counts as not asked for, as at Supabase. */
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
