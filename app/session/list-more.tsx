import { Button } from '@mantine/core'
import { Link } from 'react-router'
import lineList from '#app/ui/line-list.module.css'
import type { GrowingList } from './use-infinite-list.ts'
import { useTranslation } from './words.tsx'

/**
 * The end of a growing list: a button for its next page, and why that did not come; then the same button tries again.
 * @param props.href the address of the next page, for public lists: readers without scripts and crawlers follow it
 */
export function ListMore(props: { list: GrowingList; label: string; href?: string }) {
  const { t } = useTranslation('errors')
  const { hasMore, isLoading, error, loadMore } = props.list
  if (!hasMore) return null
  return (
    <div className={lineList.more}>
      {error && <p role="alert">{t(`errors.${error}`)}</p>}
      {props.href === undefined ? (
        <Button variant="default" loading={isLoading} onClick={() => void loadMore()}>
          {props.label}
        </Button>
      ) : (
        <Button
          component={Link}
          to={props.href}
          variant="default"
          loading={isLoading}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return
            event.preventDefault()
            void loadMore()
          }}
        >
          {props.label}
        </Button>
      )}
    </div>
  )
}
