/** Wilson's interval of a share, 95 percent. https://en.wikipedia.org/wiki/Binomial_proportion_confidence_interval#Wilson_score_interval */
export function wilsonInterval(won: number, decided: number): { low: number; high: number } {
  if (decided === 0) return { low: 0, high: 1 }
  const z = 1.96
  const share = won / decided
  const middle = share + (z * z) / (2 * decided)
  const width = z * Math.sqrt((share * (1 - share)) / decided + (z * z) / (4 * decided * decided))
  const scale = 1 + (z * z) / decided
  return { low: Math.max(0, (middle - width) / scale), high: Math.min(1, (middle + width) / scale) }
}

export const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
