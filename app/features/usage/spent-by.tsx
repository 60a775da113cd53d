import type { Spender } from './name-spenders.ts'
import { useTranslation } from '#app/session/words.tsx'

/** `Jane · `: the team member who spent a movement, before the rest of its text. */
export function SpentBy({ by }: { by: Spender | null }) {
  const { t } = useTranslation('usage')
  if (!by) return null
  return (
    <>{by.nickname === null ? t('usage.history.byGone') : t('usage.history.by', { name: by.nickname })} · </>
  )
}
