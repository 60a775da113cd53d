import type { Searches } from '#shared/keywords.ts'
import { useTranslation } from '#app/session/words.tsx'

/** Numbers as the page shows them, grouped alike in both languages. */
export function useNumbers() {
  const { t } = useTranslation('keywords')
  const count = (number: number) => number.toLocaleString('en-US', { maximumFractionDigits: 1 })
  return {
    count,
    percent: (number: number) => `${number.toLocaleString('en-US', { maximumFractionDigits: 2 })}%`,
    won: (number: number) => t('keywords.estimates.won', { count: number }),
    searches: ({ count: found, less_than: isLess }: Searches) =>
      isLess ? t('keywords.figures.less', { count: found }) : count(found),
  }
}
