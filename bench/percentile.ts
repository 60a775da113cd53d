/** Nearest-rank percentile: the smallest value that at least `share` (0..1) of the values do not exceed. NaN of nothing. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

/** The smallest value that at least `share` of the weight does not exceed. NaN of nothing. */
export function weightedPercentile(
  values: readonly number[],
  weights: readonly number[],
  share: number,
): number {
  const pairs = values
    .map((value, index) => ({ value, weight: weights[index]! }))
    .toSorted((a, b) => a.value - b.value)
  const wanted = share * pairs.reduce((sum, { weight }) => sum + weight, 0)
  let passed = 0
  for (const { value, weight } of pairs) {
    passed += weight
    // Sums of shares miss their whole by a rounding error.
    if (passed >= wanted - 1e-9) return value
  }
  return Number.NaN
}

/** The middle of an uneven number of values; of an even number, the lower of the two. */
export const median = (values: readonly number[]): number => percentile(values, 0.5)
