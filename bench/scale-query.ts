// One database query of a page or a call: its role and its parameters.

/** The parameters that a sampled member has. Numbers are ids; null where this member has none. */
export type Sample = {
  n: number
  member: string
  session: string
  /** A finished text in the middle of the history, and ten of them. */
  text: number | null
  texts: number[]
  /** A text with stored versions. */
  versioned: number | null
  share: string | null
  conversation: number | null
  conversations: number[]
  ownPrompt: number | null
  /** A shown prompt of another member. */
  prompt: number
  alarm: number | null
  movement: number | null
  order: number | null
}

export type Actor = 'visitor' | 'member' | 'operator' | 'server'
export type ScaleQuery = {
  page: string
  what: string
  as: Actor
  text: string
  values?: (sample: Sample) => unknown[]
  /** Done before, with our own rights, and not timed. */
  before?: string
  /** The parameters are the same for every sampled member: the first ones are enough. */
  isForAll?: boolean
}

export const own = ({ member: id }: Sample): unknown[] => [id]

type Part = Omit<ScaleQuery, 'page' | 'as'>
/** Questions of one page, in one name. */
export const of = (page: string, as: Actor, parts: Part[]): ScaleQuery[] =>
  parts.map((part) => ({ page, as, ...part }))
