/** A line of `token_history`. */
export type TokenLine = {
  id: number
  kind: string
  amount: number
  tool_use_id: number | null
  created_at: string
}

/** One movement for display: a run that took from both buckets is one. */
export type Movement = {
  id: number
  kind: string
  tokens: number
  toolUseId: number | null
  at: string
}

/** Joins the lines of each run. @param lines newest first */
export function joinMovements(lines: readonly TokenLine[]): Movement[] {
  const movements: Movement[] = []
  for (const { id, kind, amount, tool_use_id: toolUseId, created_at: at } of lines) {
    const same = movements.find(
      (movement) => toolUseId !== null && movement.toolUseId === toolUseId && movement.at === at,
    )
    if (same) same.tokens += amount
    else movements.push({ id, kind, tokens: amount, toolUseId, at })
  }
  return movements
}
