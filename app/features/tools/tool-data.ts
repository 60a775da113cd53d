// The member's stored texts, read and changed with the member's own rights: the same functions in loaders and in the
// browser.
import { asAppError, type Supabase } from '#app/session/supabase.ts'
import type { GoalUnit, TextGoal } from '#shared/text-goals.ts'
import type { OutputLanguage, ReadSource, RunStatus, TextKind } from '#shared/tools.ts'

/** One line of the history. */
export type ToolUseLine = {
  id: number
  tool: TextKind
  status: RunStatus
  title: string | null
  language: OutputLanguage
  is_demo: boolean
  token: number
  image: number
  /** The image above it, as Markdown. */
  thumbnail: string | null
  saved_at: string | null
  created_at: string
}

/** A text with everything that its screen shows. */
export type ToolUse = ToolUseLine & {
  titles: string[]
  outline: string[]
  sources: ReadSource[]
  content: string
  tags: string[]
  /** Passages that tell about the sender what the order does not say, until they are confirmed. */
  assumed: string[]
  /** What the member should know before it is sent, until they have dealt with it. */
  advice: string[]
  /** The revision: a save names the one that it is based on. */
  revision: number
  share_id: string | null
  goal_count: number | null
  goal_unit: GoalUnit | null
  error_code: string | null
  picture_error: string | null
  stage: string | null
  request: Record<string, unknown>
}

const lineColumns =
  'id, tool, status, title, language, is_demo, token, image, thumbnail, saved_at, created_at'
const toolUseColumns =
  `${lineColumns}, titles, outline, sources, content, tags, assumed, advice, revision, share_id, goal_count, goal_unit, error_code, picture_error, stage, request` as const

/** The member's own text, or null when there is none: others' texts do not exist for this member. @throws AppError */
export async function findToolUse(supabase: Supabase, id: number): Promise<ToolUse | null> {
  const { data, error } = await supabase.from('tool_use').select(toolUseColumns).eq('id', id).maybeSingle()
  if (error) throw asAppError(error)
  return data as unknown as ToolUse | null
}

/** The links of a text's form that were left out. */
export function leftOutOf(use: ToolUse | null): string[] {
  const { left_out: leftOut } = use?.request ?? {}
  return Array.isArray(leftOut) ? leftOut.filter((url) => typeof url === 'string') : []
}

/** The member's goal for the length of a text, or null. */
export const goalOf = ({ goal_count: count, goal_unit: unit }: ToolUse): TextGoal | null =>
  count !== null && unit !== null ? { count, unit } : null

/** The prompt run whose answer became this text, or null. */
export function promptUseOf(use: ToolUse): number | null {
  const { prompt_use: id } = use.request
  return typeof id === 'number' ? id : null
}

export type SharedText = {
  title: string | null
  content: string
  tags: string[]
  thumbnail: string | null
  language: OutputLanguage
  tool: TextKind
  is_demo: boolean
  updated_at: string
}

/** A shared text as a visitor sees it, or null when there is no such link (any more). @throws AppError */
export async function findSharedText(supabase: Supabase, shareId: string): Promise<SharedText | null> {
  const { data, error } = await supabase.rpc('read_shared_text', { share_id: shareId }).maybeSingle()
  if (error) throw asAppError(error)
  return data as SharedText | null
}
