/** The analysis of a keyword that a movement paid for, by its idempotency key (`keyword_search:7:1:token`), or null. */
export const searchOf = (idempotencyKey: string): number | null =>
  Number(/^keyword_search:(\d+):/.exec(idempotencyKey)?.[1] ?? 0) || null

/** What is paid for beside texts, by the beginning of a movement's idempotency key. */
const kinds: Record<string, string> = {
  keyword_search: 'keyword',
  tone_analysis: 'tone',
  prompt_use: 'prompt',
}

/** What the movement is called: the ledger knows only that something was used. */
export function kindOf(kind: string, idempotencyKey: string): string {
  return kind === 'use' ? (kinds[idempotencyKey.split(':')[0] ?? ''] ?? kind) : kind
}
