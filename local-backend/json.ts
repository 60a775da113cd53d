/** Neither null nor a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Undefined for invalid JSON; JSON itself has no undefined. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether JSON text contains U+0000, which Postgres cannot store; an escaped backslash starts no escape. */
export function holdsNul(jsonText: string): boolean {
  return /(?<!\\)(?:\\\\)*\\u0000/.test(jsonText)
}
