import type { Context } from 'hono'
import { isObject, parseJson } from '#backend/json.ts'
import { invalidRequest } from './storage-error.ts'

export type JsonObject = Record<string, unknown>

/** The JSON object of a request, {} when there is none. Throws InvalidRequest. */
export async function readJson(c: Context): Promise<JsonObject> {
  const text = await c.req.text()
  if (text.trim() === '') return {}
  const value = parseJson(text)
  if (value === undefined) throw invalidRequest('Body is not valid JSON')
  if (!isObject(value)) throw invalidRequest('body must be object')
  return value
}

/** A text field, `fallback` when absent. Throws InvalidRequest for another type and for U+0000. */
export function readText(body: JsonObject, name: string, fallback?: string): string {
  const value = body[name] ?? fallback
  if (value === undefined) throw invalidRequest(`body must have required property '${name}'`)
  if (typeof value !== 'string' || value.includes('\u0000'))
    throw invalidRequest(`body/${name} must be string`)
  return value
}

/** A text that is valid in a response header: printable ASCII. Throws InvalidRequest. */
export function readHeaderText(body: JsonObject, name: string, fallback: string): string {
  const value = readText(body, name, fallback)
  if (!/^[\x20-\x7e]*$/.test(value)) throw invalidRequest(`body/${name} must be printable ASCII`)
  return value
}

/** A whole number from `min` to `max`, `fallback` when absent. Throws InvalidRequest. */
export function readInteger(
  body: JsonObject,
  name: string,
  { fallback, min, max }: { fallback?: number; min: number; max: number },
): number {
  const value = body[name] ?? fallback
  if (value === undefined) throw invalidRequest(`body must have required property '${name}'`)
  if (typeof value !== 'number' || !Number.isInteger(value))
    throw invalidRequest(`body/${name} must be integer`)
  if (value < min) throw invalidRequest(`body/${name} must be >= ${min}`)
  if (value > max) throw invalidRequest(`body/${name} must be <= ${max}`)
  return value
}

/** One of several words, `fallback` when absent. Throws InvalidRequest. */
export function readChoice<T extends string>(
  body: JsonObject,
  name: string,
  choices: readonly T[],
  fallback: T,
): T {
  const value = body[name] ?? fallback
  if ((choices as readonly unknown[]).includes(value)) return value as T
  throw invalidRequest(`body/${name} must be equal to one of the allowed values`)
}

/** A list of texts. Throws InvalidRequest. */
export function readTexts(body: JsonObject, name: string, max: number): string[] {
  const value = body[name]
  if (!Array.isArray(value) || value.length > max || value.some((entry) => typeof entry !== 'string'))
    throw invalidRequest(`body/${name} must be an array of at most ${max} strings`)
  return value as string[]
}
