import type { Channel } from './channel.ts'
import type { Peers } from './peers.ts'
import type { Topics } from './topics.ts'
import type { Broadcast } from './wire-format.ts'

/** `bytes` in base64: messages between processes are JSON. */
export type BroadcastMessage = {
  kind: 'broadcast'
  topic: string
  event: string
  text?: string
  bytes?: string
}

export type Broadcasts = {
  /** Sends to all clients in the topic, on every process; not to `except`. */
  send(topic: string, broadcast: Broadcast, except: Channel | null): void
  take(message: BroadcastMessage): void
}

export function createBroadcasts(topics: Topics, peers: Peers<BroadcastMessage>): Broadcasts {
  function deliver(topic: string, broadcast: Broadcast, except: Channel | null): void {
    for (const channel of topics.in(topic)) {
      if (channel !== except && channel.rights.broadcast.read) channel.pushBroadcast(broadcast)
    }
  }
  return {
    send(topic, { event, content }, except) {
      deliver(topic, { event, content }, except)
      const body = typeof content === 'string' ? { text: content } : { bytes: content.toString('base64') }
      peers.send({ kind: 'broadcast', topic, event, ...body })
    },
    take({ topic, event, text, bytes }) {
      deliver(topic, { event, content: text ?? Buffer.from(bytes ?? '', 'base64') }, null)
    },
  }
}
