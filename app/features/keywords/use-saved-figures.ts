import { useTranslation } from '#app/session/words.tsx'
import { changeOf } from './chart-data.ts'
import { searchesOf, type SavedKeyword } from './saved-data.ts'
import { useNumbers } from './use-numbers.ts'

/** The figures of a saved keyword as texts. */
export function useSavedFigures() {
  const { t } = useTranslation('savedkeywords')
  const { t: tk } = useTranslation('keywords')
  const { count, searches } = useNumbers()
  const none = '–'
  return (saved: SavedKeyword) => {
    const { last_figures: last } = saved
    const total = searchesOf(last)
    return {
      total: total ? searches(total) : none,
      pc: last.pc_searches ? searches(last.pc_searches) : none,
      mobile: last.mobile_searches ? searches(last.mobile_searches) : none,
      blogs: count(last.blog_count),
      webs: count(last.web_count),
      competition: last.competition ? tk(`keywords.figures.${last.competition}`) : none,
      change: describeChange(saved),
    }
  }

  function describeChange(saved: SavedKeyword): string {
    const change = changeOf(saved)
    if (!change) return none
    if (change.count === 0) return t('savedkeywords.same')
    const sign = change.count > 0 ? '+' : '−'
    return t('savedkeywords.changed', {
      sign,
      count: Math.abs(change.count),
      percent: Math.abs(change.percent),
    })
  }
}
