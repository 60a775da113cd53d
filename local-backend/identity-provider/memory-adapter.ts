import type { Adapter, AdapterPayload } from 'oidc-provider'

type Entry = { payload: AdapterPayload; expiresAt: number }

const entriesMax = 2_000

/** Storage for oidc-provider in memory, with a fixed size: the oldest entry is evicted. */
export function createMemoryAdapter(): (model: string) => Adapter {
  const entries = new Map<string, Entry>()

  function find(key: string): AdapterPayload | undefined {
    const entry = entries.get(key)
    if (entry && entry.expiresAt > Date.now()) return entry.payload
    entries.delete(key)
    return undefined
  }

  function findBy(model: string, field: 'uid' | 'userCode', value: string): AdapterPayload | undefined {
    for (const [key, entry] of entries) {
      if (key.startsWith(`${model}:`) && entry.payload[field] === value) return find(key)
    }
    return undefined
  }

  return (model) => ({
    async upsert(id, payload, expiresIn) {
      const oldest = entries.keys().next().value
      if (entries.size >= entriesMax && oldest !== undefined) entries.delete(oldest)
      entries.set(`${model}:${id}`, { payload, expiresAt: Date.now() + (expiresIn || 86_400) * 1000 })
    },
    find: async (id) => find(`${model}:${id}`),
    findByUid: async (uid) => findBy(model, 'uid', uid),
    findByUserCode: async (userCode) => findBy(model, 'userCode', userCode),
    async consume(id) {
      const entry = entries.get(`${model}:${id}`)
      if (entry) entry.payload.consumed = Math.floor(Date.now() / 1000)
    },
    async destroy(id) {
      entries.delete(`${model}:${id}`)
    },
    async revokeByGrantId(grantId) {
      for (const [key, entry] of entries) if (entry.payload.grantId === grantId) entries.delete(key)
    },
  })
}
