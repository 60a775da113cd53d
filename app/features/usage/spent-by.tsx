import type { Spender } from './name-spenders.ts'
import { useUsageWords } from './usage-words.ts'

/** `Jane · `: who of the team spent a movement, before what else is said of it. */
export function SpentBy({ by }: { by: Spender | null }) {
  const { t } = useUsageWords()
  if (!by) return null
  return (
    <>{by.nickname === null ? t('usage.history.byGone') : t('usage.history.by', { name: by.nickname })} · </>
  )
}
