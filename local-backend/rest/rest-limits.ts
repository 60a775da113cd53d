/** What one request of rest may ask for. */
export type RestLimits = {
  /** How deep embeds nest. */
  embedDepthMax: number
  /** Size of one answer. A larger one is refused in the database, which undoes the request. */
  resultMaxBytes: number
  /** How long a statement of a visitor may take; 3 seconds as on hosted Supabase. */
  visitorTimeoutMilliseconds: number
}

export const defaultRestLimits: RestLimits = {
  embedDepthMax: 3,
  resultMaxBytes: 10 * 1_048_576,
  visitorTimeoutMilliseconds: 3_000,
}
