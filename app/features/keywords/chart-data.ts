import { searchesOf, type KeywordWeek, type SavedKeyword } from './saved-data.ts'

/** The places of a line's values that are connected; a missing value is a gap. */
export function segmentsOf(values: readonly (number | null)[]): number[][] {
  const segments: number[][] = []
  values.forEach((value, index) => {
    if (value === null) return
    if (index > 0 && values[index - 1] !== null && segments.length > 0) segments.at(-1)!.push(index)
    else segments.push([index])
  })
  return segments
}

/** From 0 to 1, of the largest: a line that hardly changes looks so. Null where nothing was counted. */
export function heightsOf(weeks: readonly KeywordWeek[]): (number | null)[] {
  const most = Math.max(1, ...weeks.map(({ searches }) => searches ?? 0))
  return weeks.map(({ searches }) => (searches === null ? null : searches / most))
}

type Change = { count: number; percent: number }
const changeBetween = (before: number, now: number): Change => ({
  count: now - before,
  percent: before === 0 ? 0 : Math.round(((now - before) / before) * 100),
})

/** The change of the searches between the last two weeks; null when one of the two was not counted. */
export function weekChangeOf(weeks: readonly KeywordWeek[]): Change | null {
  const before = weeks.at(-2)?.searches ?? null
  const now = weeks.at(-1)?.searches ?? null
  return before === null || now === null ? null : changeBetween(before, now)
}

/** The change of the searches since the keyword was saved; null when one of the two was not counted. */
export function changeOf({ first_figures: first, last_figures: last }: SavedKeyword): Change | null {
  const [before, now] = [searchesOf(first), searchesOf(last)]
  return before && now && changeBetween(before.count, now.count)
}

/** The last position of the axis, and the positions that it names. */
const rankScales = [
  [1, 5, 10],
  [1, 10, 20],
  [1, 10, 25, 50],
  [1, 25, 50, 75, 100],
]

/** Ranks as heights: the first position is at the top, and a day without one is a gap. */
export function rankHeights(positions: readonly (number | null)[]): {
  heights: (number | null)[]
  levels: { at: number; label: string }[]
} {
  const worst = Math.max(1, ...positions.map((position) => position ?? 1))
  const marks = rankScales.find((scale) => scale.at(-1)! >= worst) ?? rankScales.at(-1)!
  const heightOf = (position: number) => 1 - (position - 1) / (marks.at(-1)! - 1)
  return {
    heights: positions.map((position) => (position === null ? null : heightOf(position))),
    levels: marks.map((position) => ({ at: heightOf(position), label: String(position) })),
  }
}
