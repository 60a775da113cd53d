// One thing that a page or a call of the product asks the database: in whose name, and with what.

/** What a sampled member has, to ask for. Numbers are ids; null where this member has none. */
export type Sample = {
  n: number
  member: string
  session: string
  /** A finished text in the middle of the history, and ten of them. */
  text: number | null
  texts: number[]
  /** One whose versions are kept. */
  versioned: number | null
  share: string | null
  conversation: number | null
  conversations: number[]
  ownPrompt: number | null
  /** A shown prompt of somebody else. */
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
  /** Every sampled member asks for the same: the first ones are enough. */
  isForAll?: boolean
}

export const own = ({ member: id }: Sample): unknown[] => [id]

type Part = Omit<ScaleQuery, 'page' | 'as'>
/** Questions of one page, in one name. */
export const of = (page: string, as: Actor, parts: Part[]): ScaleQuery[] =>
  parts.map((part) => ({ page, as, ...part }))
