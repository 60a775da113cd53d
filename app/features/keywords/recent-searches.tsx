import { useRevalidator } from 'react-router'
import { useState } from 'react'
import { useMember } from '#app/session/root-data.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { CloseIcon } from '#app/ui/icons.tsx'
import { showToast } from '#app/ui/toast.tsx'
import { forgetSearches, type RecentSearch } from './keywords-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import styles from './recent-searches.module.css'

/** The member's recent analyses; those still available have a mark. */
export function RecentSearches(props: {
  recent: RecentSearch[]
  /** Nothing is opened while an answer is awaited, which may have been paid for. */
  isBusy: boolean
  onOpen: (search: RecentSearch) => void
}) {
  const { t } = useTranslation('keywords', 'errors')
  const member = useMember()
  const supabase = useSupabase()
  const { revalidate } = useRevalidator()
  const [gone, setGone] = useState<string[]>([])
  const shown = props.recent.filter(({ key }) => !gone.includes(key))
  if (shown.length === 0) return null

  const forget = async (key: string) => {
    setGone((before) => [...before, key])
    try {
      await forgetSearches(await supabase(), member!.id, key)
      await revalidate()
    } catch (error) {
      console.warn('A search was not forgotten.', error)
      showToast({ message: t('errors.try_again'), tone: 'error' })
    }
    setGone((before) => before.filter((each) => each !== key))
  }

  return (
    <div className={styles.recent}>
      <h2 className="u-note u-bold" id="keyword-recent">
        {t('keywords.recent.title')}
      </h2>
      <ul className="u-row u-bare-list" aria-labelledby="keyword-recent">
        {shown.map((search) => {
          const { key, keyword, isOpen } = search
          return (
            <li key={key} className={styles.chip} data-open={isOpen || undefined}>
              <button
                type="button"
                className={styles.open}
                aria-label={t(isOpen ? 'keywords.recent.open' : 'keywords.recent.closed', { keyword })}
                aria-disabled={props.isBusy || undefined}
                onClick={() => !props.isBusy && props.onOpen(search)}
              >
                {keyword}
              </button>
              <button
                type="button"
                className={styles.forget}
                aria-label={t('keywords.recent.forget', { keyword })}
                onClick={() => void forget(key)}
              >
                <CloseIcon size={14} />
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
