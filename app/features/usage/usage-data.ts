import { asAppError, type Supabase } from '#app/session/supabase.ts'
import { nameSpenders, type Spender } from './name-spenders.ts'
import { kindOf } from './searched.ts'
import { joinMovements, type Movement } from './movements.ts'

/** `by` is who of the team spent it; null for the member. */
export type NamedMovement = Movement & { title: string | null; tool: string | null; by: Spender | null }

const linesRead = 20
const movementsShown = 6

/** The newest movements of tokens, with the titles of the texts they were spent on. @throws AppError */
export async function listMovements(supabase: Supabase, memberId: string): Promise<NamedMovement[]> {
  const { data, error } = await supabase.rpc('list_token_movements', { rows_max: linesRead })
  if (error) throw asAppError(error)
  const movements = joinMovements(
    data.map((line) => ({ ...line, kind: kindOf(line.kind, line.idempotency_key) })),
  ).slice(0, movementsShown)
  const ids = [...new Set(movements.flatMap(({ toolUseId }) => toolUseId ?? []))]
  const [texts, spenders] = await Promise.all([
    ids.length > 0 ? supabase.from('tool_use').select('id, title, tool').in('id', ids) : null,
    nameSpenders(supabase, memberId, data),
  ])
  if (texts?.error) throw asAppError(texts.error)
  return movements.map((movement) => {
    const text = texts?.data.find(({ id }) => id === movement.toolUseId)
    // A deleted text has no name and no link; its cost stays.
    const by = spenders.get(data.find(({ id }) => id === movement.id)!.spender_id) ?? null
    return { ...movement, title: text?.title ?? null, tool: text?.tool ?? null, by }
  })
}
