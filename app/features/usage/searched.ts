/** The analysis of a keyword that a movement paid for, by its cause (`keyword_search:7:1:token`), or null. */
export const searchOf = (cause: string): number | null =>
  Number(/^keyword_search:(\d+):/.exec(cause)?.[1] ?? 0) || null

/** What is paid for beside texts, by the beginning of a movement's cause. */
const kinds: Record<string, string> = {
  keyword_search: 'keyword',
  tone_analysis: 'tone',
  prompt_use: 'prompt',
}

/** What the movement is called: the ledger knows only that something was used. */
export function kindOf({ kind, cause }: { kind: string; cause: string }): string {
  return kind === 'use' ? (kinds[cause.split(':')[0] ?? ''] ?? kind) : kind
}
