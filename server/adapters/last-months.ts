/** The twelve whole months before today in Seoul time, the time zone of Naver's counts: `2025-11` ... `2026-10`. */
export function lastMonths(today: Date): string[] {
  const seoul = new Date(today.getTime() + 9 * 3_600_000)
  return Array.from({ length: 12 }, (_, index) =>
    new Date(Date.UTC(seoul.getUTCFullYear(), seoul.getUTCMonth() - 12 + index, 1)).toISOString().slice(0, 7),
  )
}
