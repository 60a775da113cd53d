import type { RestRequest } from './rest-request.ts'
import type { Schema } from './schema-facts.ts'

export type CompiledRead = {
  text: string
  values: (string | null)[]
  /** Explained when the planner's estimate is requested. */
  unlimited: string
  offset: number
  isPlannedOnce: boolean
}

const maxEntries = 200
const keyMaxLength = 2_000

const cacheBySchema = new WeakMap<Schema, Map<string, CompiledRead>>()

/** The statement of a read, cached by request and schema, because pages request the same lists. */
export function compiledRead(request: RestRequest, name: string, compile: () => CompiledRead): CompiledRead {
  const key = keyOf(request, name)
  if (key.length > keyMaxLength) return compile()
  const cache = cacheBySchema.get(request.schema) ?? new Map<string, CompiledRead>()
  cacheBySchema.set(request.schema, cache)
  const made = cache.get(key) ?? compile()
  // The first key is the least recently used.
  cache.delete(key)
  cache.set(key, made)
  const [oldest] = cache.keys()
  if (cache.size > maxEntries && oldest !== undefined) cache.delete(oldest)
  return made
}

/** Everything that the statement depends on. U+0000 separates the parts, because no parameter can contain it. */
function keyOf({ parameters, method, preferences, format }: RestRequest, name: string): string {
  const shape = `${method} ${preferences.count} ${format.contentType} ${format.stripsNulls}`
  return [shape, name, ...parameters.flat()].join('\u0000')
}
