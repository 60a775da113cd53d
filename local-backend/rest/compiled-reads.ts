import type { RestRequest } from './rest-request.ts'
import type { Schema } from './schema-facts.ts'

export type CompiledRead = {
  text: string
  values: (string | null)[]
  /** Explained where the planner's estimate is asked for. */
  unlimited: string
  offset: number
  isPlannedOnce: boolean
}

const maxEntries = 200
const keyMaxLength = 2_000

const keptBySchema = new WeakMap<Schema, Map<string, CompiledRead>>()

/** The statement of a read, made anew only if nobody has asked the same of this schema lately: pages ask for the same lists. */
export function compiledRead(request: RestRequest, name: string, compile: () => CompiledRead): CompiledRead {
  const key = keyOf(request, name)
  if (key.length > keyMaxLength) return compile()
  const kept = keptBySchema.get(request.schema) ?? new Map<string, CompiledRead>()
  keptBySchema.set(request.schema, kept)
  const made = kept.get(key) ?? compile()
  // The longest unasked is the first.
  kept.delete(key)
  kept.set(key, made)
  const [oldest] = kept.keys()
  if (kept.size > maxEntries && oldest !== undefined) kept.delete(oldest)
  return made
}

/** Everything that the statement depends on. U+0000 parts, because no parameter can hold it. */
function keyOf({ parameters, method, preferences, format }: RestRequest, name: string): string {
  const shape = `${method} ${preferences.count} ${format.contentType} ${format.stripsNulls}`
  return [shape, name, ...parameters.flat()].join('\u0000')
}
