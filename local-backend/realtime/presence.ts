// Presence: every process stores all entries, sends its own to the others, and drops those of a process that is gone.
import { randomBytes } from 'node:crypto'
import type { Channel } from './channel.ts'
import type { Peers } from './peers.ts'
import type { Topics } from './topics.ts'

/** One tracked channel. `meta` is its client's own state. */
type Entry = { ref: string; key: string; meta: Record<string, unknown>; process: string | null }
type SentEntry = Omit<Entry, 'process'>

export type PresenceMessage =
  | { kind: 'presence'; topic: string; joins: SentEntry[]; leaves: string[] }
  /** Asks the others for their entries. */
  | { kind: 'hello' }
  | { kind: 'present'; topics: { topic: string; entries: SentEntry[] }[] }

export type Presence = {
  /** Replaces the channel's previous state. */
  track(channel: Channel, meta: Record<string, unknown>): void
  untrack(channel: Channel): void
  pushState(channel: Channel): void
  take(from: string, message: PresenceMessage): void
  /** Asks the others for their entries. Once the WAL is read, their answers and later changes arrive in order. */
  greet(): void
  /** Without the WAL, the state of the others is unknown. */
  forgetOthers(): void
  sweep(): Promise<void>
}

export function createPresence(topics: Topics, peers: Peers<PresenceMessage>): Presence {
  const present = new Map<string, Map<string, Entry>>()
  const own = new Map<Channel, Entry>()

  function apply(topic: string, joins: Entry[], leaves: string[]): void {
    const entries = present.get(topic) ?? new Map<string, Entry>()
    present.set(topic, entries)
    const left = leaves.map((ref) => entries.get(ref)).filter((entry) => entry !== undefined)
    for (const { ref } of left) entries.delete(ref)
    for (const entry of joins) entries.set(entry.ref, entry)
    if (entries.size === 0) present.delete(topic)
    if (joins.length + left.length === 0) return
    const diff = JSON.stringify({ joins: group(joins), leaves: group(left) })
    for (const channel of topics.in(topic)) if (mayReceive(channel)) channel.push('presence_diff', diff)
  }

  function change(channel: Channel, entry: Entry | null): void {
    const before = own.get(channel)
    if (!entry && !before) return
    if (entry) own.set(channel, entry)
    else own.delete(channel)
    const joins = entry ? [entry] : []
    const leaves = before ? [before.ref] : []
    apply(channel.key, joins, leaves)
    peers.send({ kind: 'presence', topic: channel.key, joins: joins.map(toSent), leaves })
  }

  function dropProcesses(isGone: (process: string) => boolean): void {
    for (const [topic, entries] of present) {
      const gone = [...entries.values()].filter(({ process }) => process !== null && isGone(process))
      if (gone.length > 0)
        apply(
          topic,
          [],
          gone.map(({ ref }) => ref),
        )
    }
  }

  function listOwn(): { topic: string; entries: SentEntry[] }[] {
    const byTopic = Map.groupBy(own, ([channel]) => channel.key)
    return [...byTopic].map(([topic, list]) => ({ topic, entries: list.map(([, entry]) => toSent(entry)) }))
  }

  return {
    track(channel, meta) {
      const ref = randomBytes(9).toString('base64url')
      const before = own.get(channel)?.ref
      change(channel, {
        ref,
        key: channel.settings.presenceKey,
        meta: before ? { ...meta, phx_ref_prev: before } : meta,
        process: null,
      })
    },
    untrack: (channel) => change(channel, null),
    pushState(channel) {
      if (mayReceive(channel))
        channel.push('presence_state', JSON.stringify(group([...(present.get(channel.key)?.values() ?? [])])))
    },
    take(from, message) {
      if (message.kind === 'presence')
        apply(
          message.topic,
          message.joins.map((entry) => ({ ...entry, process: from })),
          message.leaves,
        )
      else if (message.kind === 'hello') peers.send({ kind: 'present', topics: listOwn() })
      else
        for (const { topic, entries } of message.topics) {
          const unknown = entries.filter(({ ref }) => !present.get(topic)?.has(ref))
          apply(
            topic,
            unknown.map((entry) => ({ ...entry, process: from })),
            [],
          )
        }
    },
    greet() {
      peers.send({ kind: 'hello' })
      peers.send({ kind: 'present', topics: listOwn() })
    },
    forgetOthers: () => dropProcesses(() => true),
    async sweep() {
      const processes = new Set<string>()
      for (const entries of present.values())
        for (const { process } of entries.values()) if (process !== null) processes.add(process)
      const gone = new Set(await peers.findGone(processes))
      dropProcesses((process) => gone.has(process))
    },
  }
}

function mayReceive(channel: Channel): boolean {
  return channel.settings.isPresenceEnabled && channel.rights.presence.read
}

function toSent({ ref, key, meta }: Entry): SentEntry {
  return { ref, key, meta }
}

/** In the format of Phoenix.Presence: by key, each entry with its own reference. */
function group(entries: Entry[]): Record<string, { metas: object[] }> {
  const groups = new Map<string, { metas: object[] }>()
  for (const { key, ref, meta } of entries) {
    const metas = groups.get(key)?.metas ?? []
    metas.push({ ...meta, phx_ref: ref })
    groups.set(key, { metas })
  }
  return Object.fromEntries(groups)
}
