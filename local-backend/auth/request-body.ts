import type { Context } from 'hono'
import { holdsNul, isObject, parseJson } from '#backend/json.ts'
import { AuthError } from './auth-error.ts'

/** Metadata is part of every access token, and tokens must fit into headers and cookies. */
export const metadataMaxLength = 8_192

/** The JSON object of a request ({} when there is none). Throws AuthError bad_json for anything else. */
export async function readBody(c: Context): Promise<Record<string, unknown>> {
  const text = await c.req.text()
  if (text.trim() === '') return {}
  const value = parseJson(text)
  if (!isObject(value))
    throw new AuthError(400, 'bad_json', 'Could not read body: it has to be a JSON object')
  return value
}

/** A string field ('' when absent). Throws AuthError for another type and for U+0000, which Postgres cannot store. */
export function readString(body: Record<string, unknown>, key: string): string {
  const value = body[key]
  if (value === undefined || value === null) return ''
  if (typeof value !== 'string' || value.includes('\u0000')) {
    throw new AuthError(400, 'validation_failed', `${key} has to be a string`)
  }
  return value
}

/**
 * A metadata object, or null when absent. Throws AuthError for another type, U+0000 or more than 8 kB: it is part of
 * every access token.
 */
export function readMetadata(body: Record<string, unknown>, key: string): Record<string, unknown> | null {
  const value = body[key]
  if (value === undefined || value === null) return null
  const text = JSON.stringify(value)
  if (
    typeof value !== 'object' ||
    Array.isArray(value) ||
    text.length > metadataMaxLength ||
    holdsNul(text)
  ) {
    throw new AuthError(400, 'validation_failed', `${key} has to be an object of at most 8 kB`)
  }
  return value as Record<string, unknown>
}
