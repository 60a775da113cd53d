import type { ContentfulStatusCode } from 'hono/utils/http-status'

export type RestErrorBody = { code: string; message: string; details: string | null; hint: string | null }

/** An error in PostgREST's format (https://docs.postgrest.org/en/stable/references/errors.html). */
export class RestError extends Error {
  readonly status: ContentfulStatusCode
  readonly body: RestErrorBody
  /** Headers of the response. */
  readonly headers: Record<string, string>

  constructor(
    status: ContentfulStatusCode,
    code: string,
    message: string,
    details: unknown = null,
    hint: string | null = null,
    headers: Record<string, string> = {},
  ) {
    super(message)
    this.name = 'RestError'
    this.status = status
    this.headers = headers
    this.body = { code, message, details: details as string | null, hint }
  }
}

/** PGRST100: a parameter that does not follow the grammar. */
export function parseError(parameter: string, details: string): RestError {
  return new RestError(400, 'PGRST100', `failed to parse ${parameter}`, details)
}

/** PGRST108: a filter, order or limit of a relation that select does not embed. */
export function notEmbedded(name: string): RestError {
  return new RestError(
    400,
    'PGRST108',
    `'${name}' is not an embedded resource in this request`,
    null,
    `Verify that '${name}' is included in the 'select' query parameter.`,
  )
}
