// Parses request bodies with a limit that holds while they stream, and with errors of the catalogue.
import type { z } from 'zod'
import { collectBytes } from '#server/adapters/read-body.ts'
import { AppError } from '#shared/errors.ts'
import { fieldProblems } from '#shared/tools-form.ts'

const megabyte = 1024 * 1024
const jsonMaxBytes = megabyte

/** The media type without its parameters, lower case. */
function mediaType(request: Request): string {
  return (request.headers.get('content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase()
}

/**
 * Parses a JSON object.
 * @throws AppError unsupported_media_type, payload_too_large, invalid_request (no JSON, bad UTF-8, not an object)
 */
export async function readJson(request: Request): Promise<Record<string, unknown>> {
  if (mediaType(request) !== 'application/json') throw new AppError('unsupported_media_type')
  const bytes = await readBytes(request, jsonMaxBytes)
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (cause) {
    throw new AppError('invalid_request', { cause })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new AppError('invalid_request')
  return value as Record<string, unknown>
}

/** Stops reading at the limit, whatever Content-Length says. */
async function readBytes(request: Request, bytesMax: number): Promise<Uint8Array<ArrayBuffer>> {
  const declared = Number(request.headers.get('content-length') ?? 0)
  if (declared > bytesMax) throw new AppError('payload_too_large')
  return collectBytes(request.body ?? [], bytesMax, 'payload_too_large')
}

/**
 * Parses the input by the schema.
 * @throws AppError invalid_field with `field` and the broken rule, or invalid_request for an unknown key
 */
export function parseFields<Output>(schema: z.ZodType<Output>, input: unknown): Output {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  if (result.error.issues.some((issue) => issue.code === 'unrecognized_keys'))
    throw new AppError('invalid_request', { cause: result.error })
  const [field, detail] = Object.entries(fieldProblems(result.error))[0] ?? ['', { rule: 'invalid' as const }]
  throw new AppError('invalid_field', { field, detail, cause: result.error })
}
