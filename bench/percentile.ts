/** Nearest-rank percentile: the smallest value that at least `share` (0..1) of the values do not exceed. NaN of nothing. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

/** The middle of an uneven number of values; of an even number, the lower of the two. */
export const median = (values: readonly number[]): number => percentile(values, 0.5)
