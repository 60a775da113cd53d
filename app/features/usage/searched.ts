/** The analysis of a keyword that a movement paid for, by its idempotency key (`keyword_search:7:1:token`), or null. */
export const searchOf = (idempotencyKey: string): number | null =>
  Number(/^keyword_search:(\d+):/.exec(idempotencyKey)?.[1] ?? 0) || null

/** Paid actions other than texts, by the prefix of a movement's idempotency key. */
const kinds: Record<string, string> = {
  keyword_search: 'keyword',
  tone_analysis: 'tone',
  prompt_use: 'prompt',
}

/** The name of the movement: the ledger stores only that something was used. */
export function kindOf(kind: string, idempotencyKey: string): string {
  return kind === 'use' ? (kinds[idempotencyKey.split(':')[0] ?? ''] ?? kind) : kind
}
