export const judgeNames = ['gpt', 'gemini', 'claude'] as const
export type JudgeName = (typeof judgeNames)[number]
const judgesMin = 2

/**
 * The families that judge the texts of one family: all others that have a key, because a model likes its own manner.
 * @param writer the family of the texts; an address of a compatible provider is of none of them
 * @throws Error when fewer than two are left
 */
export function chooseJudges(writer: string, configured: readonly JudgeName[]): JudgeName[] {
  const judges = configured.filter((name) => name !== writer)
  if (judges.length < judgesMin)
    throw new Error(
      `Texts of ${writer} need ${judgesMin} judges of other families, and ${judges.length} have a key (${judges.join(', ') || 'none'}): set the keys of ${judgeNames.filter((name) => name !== writer && !judges.includes(name)).join(', ')}, or BENCH_ANSWERS=files.`,
    )
  return judges
}
