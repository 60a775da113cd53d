import type { ContentfulStatusCode } from 'hono/utils/http-status'

export type RestErrorBody = { code: string; message: string; details: string | null; hint: string | null }

/** An error in PostgREST's words (https://docs.postgrest.org/en/stable/references/errors.html). */
export class RestError extends Error {
  readonly status: ContentfulStatusCode
  readonly body: RestErrorBody

  constructor(
    status: ContentfulStatusCode,
    code: string,
    message: string,
    details: unknown = null,
    hint: string | null = null,
  ) {
    super(message)
    this.name = 'RestError'
    this.status = status
    this.body = { code, message, details: details as string | null, hint }
  }
}

/** PGRST100: a parameter that does not follow the grammar. */
export function parseError(parameter: string, details: string): RestError {
  return new RestError(400, 'PGRST100', `failed to parse ${parameter}`, details)
}
