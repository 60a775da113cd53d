import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** An error in GoTrue's format: `error_code` from its list (apierrors/errorcode.go), `msg` for debugging. */
export class AuthError extends Error {
  readonly status: ContentfulStatusCode
  readonly code: string

  constructor(status: ContentfulStatusCode, code: string, message: string) {
    super(message)
    this.name = 'AuthError'
    this.status = status
    this.code = code
  }

  toJSON(): { code: number; error_code: string; msg: string } {
    return { code: this.status, error_code: this.code, msg: this.message }
  }
}
