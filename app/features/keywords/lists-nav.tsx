import { Link } from 'react-router'
import { MoreMenu } from '#app/ui/more-menu.tsx'
import type { OwnList } from './list-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import styles from './saved-page.module.css'

/** The lists as links, and what can be done with the one that is shown. */
export function ListsNav(props: {
  lists: readonly OwnList[]
  /** The shown list; null for all keywords. */
  shown: string | null
  onRename: (list: string) => void
  onDelete: (list: string) => void
}) {
  const { t, language } = useTranslation('keywordlists')
  const { lists, shown } = props
  const path = `/${language}/tool/keyword/saved`
  return (
    <div className={styles.listBar}>
      <nav className={styles.lists} aria-label={t('keywordlists.lists')}>
        <Link to={path} aria-current={shown === null ? 'page' : undefined}>
          {t('keywordlists.all')}
        </Link>
        {lists.map(({ name, count }) => (
          <Link
            key={name}
            to={`${path}?${new URLSearchParams({ list: name })}`}
            aria-current={shown === name ? 'page' : undefined}
            dir="auto"
          >
            {name} <small>{count}</small>
          </Link>
        ))}
      </nav>
      {lists.some(({ name }) => name === shown) && (
        <MoreMenu
          label={t('keywordlists.actions', { list: shown! })}
          items={[
            { label: t('keywordlists.rename'), run: () => props.onRename(shown!) },
            { label: t('keywordlists.delete'), run: () => props.onDelete(shown!) },
          ]}
        />
      )}
    </div>
  )
}
