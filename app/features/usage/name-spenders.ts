import { asAppError, type Supabase } from '#app/session/supabase.ts'

/** A team member who spent; `nickname` is null for a deleted account. */
export type Spender = { nickname: string | null }

/** The spenders of the history lines of other members, by id. @throws AppError */
export async function nameSpenders(
  supabase: Supabase,
  memberId: string,
  lines: readonly { spender_id: string }[],
): Promise<Map<string, Spender>> {
  const ids = [...new Set(lines.map((line) => line.spender_id))].filter((id) => id !== memberId)
  if (ids.length === 0) return new Map()
  const { data, error } = await supabase.rpc('name_spenders', { ids })
  if (error) throw asAppError(error)
  const known = new Map(data.map(({ id, nickname }) => [id, nickname]))
  return new Map(ids.map((id) => [id, { nickname: known.get(id) ?? null }]))
}
