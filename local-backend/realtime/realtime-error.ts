/** A refusal that the client is told about, as Supabase Realtime words it: `<code>: <message>`. */
export class RealtimeError extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
  get reason(): string {
    return `${this.code}: ${this.message}`
  }
}

/** The log is not being read yet, or no more: clients try again. */
export function initializing(): RealtimeError {
  return new RealtimeError('InitializingProjectConnection', 'Realtime is initializing the project connection')
}

/** The member has to close another tab. */
export function tooManySockets(): RealtimeError {
  return new RealtimeError('ConnectionRateLimitReached', 'Too many connected users')
}

/** The client tries again later. */
export function tooManyJoins(): RealtimeError {
  return new RealtimeError('ClientJoinRateLimitReached', 'Too many joins per second')
}
