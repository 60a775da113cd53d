/** A refusal for the client, in the format of Supabase Realtime: `<code>: <message>`. */
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

/** The WAL is not being read yet, or no longer: clients retry. */
export function initializing(): RealtimeError {
  return new RealtimeError('InitializingProjectConnection', 'Realtime is initializing the project connection')
}

/** The member has to close another tab. */
export function tooManySockets(): RealtimeError {
  return new RealtimeError('ConnectionRateLimitReached', 'Too many connected users')
}

/** The client retries later. */
export function tooManyJoins(): RealtimeError {
  return new RealtimeError('ClientJoinRateLimitReached', 'Too many joins per second')
}
