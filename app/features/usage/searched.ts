/** The analysis of a keyword that a movement paid for, by its cause (`keyword_search:7:1:token`), or null. */
export const searchOf = (cause: string): number | null =>
  Number(/^keyword_search:(\d+):/.exec(cause)?.[1] ?? 0) || null

/** What the movement is called: the ledger knows only that something was used. */
export function kindOf({ kind, cause }: { kind: string; cause: string }): string {
  if (kind !== 'use') return kind
  if (searchOf(cause) !== null) return 'keyword'
  return cause.startsWith('tone_analysis:') ? 'tone' : kind
}
