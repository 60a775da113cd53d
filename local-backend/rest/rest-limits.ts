/** The limits of one request of rest. */
export type RestLimits = {
  /** The maximum depth of embeds. */
  embedDepthMax: number
  /** The size of one response. A larger one is refused in the database, which rolls the request back. */
  resultMaxBytes: number
  /** The statement timeout of a visitor; 3 seconds as on hosted Supabase. */
  visitorTimeoutMilliseconds: number
}

export const defaultRestLimits: RestLimits = {
  embedDepthMax: 3,
  resultMaxBytes: 10 * 1_048_576,
  visitorTimeoutMilliseconds: 3_000,
}
