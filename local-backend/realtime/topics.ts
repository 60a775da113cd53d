// The channels of each topic on this process.
import type { Channel } from './channel.ts'

export type Topics = {
  add(channel: Channel): void
  remove(channel: Channel): void
  /** The channels of a topic; see topicKey. */
  in(key: string): Iterable<Channel>
}

/** A private and a public topic of one name are different. */
export function topicKey(name: string, isPrivate: boolean): string {
  return (isPrivate ? 'private:' : 'public:') + name
}

export function createTopics(): Topics {
  const topics = new Map<string, Set<Channel>>()
  return {
    add(channel) {
      const channels = topics.get(channel.key) ?? new Set()
      topics.set(channel.key, channels.add(channel))
    },
    remove(channel) {
      const channels = topics.get(channel.key)
      channels?.delete(channel)
      if (channels?.size === 0) topics.delete(channel.key)
    },
    in: (key) => topics.get(key) ?? [],
  }
}
