import { useMemo } from 'react'
import { useLocation } from 'react-router'
import { ListMore } from '#app/session/list-more.tsx'
import { continueRanking } from '#app/session/list-page.ts'
import { useInfiniteList } from '#app/session/use-infinite-list.ts'
import { EmptyList } from '#app/ui/empty-list.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { FilterBar } from './filter-bar.tsx'
import { PromptCards } from './prompt-card.tsx'
import { writePromptFilter, type PromptFilter } from './prompt-filter.ts'
import { listMorePrompts } from './more-prompts.ts'
import type { CategoryLabels, PromptPage } from './prompts-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import frame from '#app/ui/frame.module.css'
import styles from './list-page.module.css'

type Props = {
  title: string
  path: string
  filter: PromptFilter
  page: PromptPage & { labels: CategoryLabels; isLimited: boolean }
  keywordError?: string | undefined
}

/** The public list and the search: filters in the address, thirty at a time. */
export function PromptListPage(props: Props) {
  const { t, language } = useTranslation('prompts')
  const { filter, path, page } = props
  const { search } = useLocation()
  // An estimate does not say where the list ends.
  const first = useMemo(() => ({ ...page, total: page.is_total_exact ? page.total : null }), [page])
  const list = useInfiniteList(
    first,
    (supabase, cursor: string) => listMorePrompts(supabase, filter, cursor, language),
    continueRanking,
  )
  const moreAddress = new URLSearchParams(search)
  moreAddress.set('after', page.next ?? '')
  return (
    <div className={frame.wide}>
      <header className={frame.header}>
        <div>
          <h1 className={frame.title}>{props.title}</h1>
          <p className={frame.lead} aria-live="polite">
            <Total filter={filter} page={page} />
          </p>
        </div>
        <LinkButton to={`/${language}/prompt/create`}>{t('prompts.page.createTitle')}</LinkButton>
      </header>
      <FilterBar path={path} filter={filter} labels={page.labels} keywordError={props.keywordError} />
      {list.lines.length === 0 && !props.keywordError ? (
        <EmptyList
          text={t('prompts.list.empty')}
          way={{ to: path.replace(/\/search$/, '/list'), label: t('prompts.list.emptyAction') }}
        />
      ) : (
        <PromptCards lines={list.lines} labels={list.labels} label={t('prompts.list.results')} />
      )}
      <ListMore list={list} label={t('prompts.list.more')} href={`?${moreAddress}`} />
      {filter.sort === 'trending' && <p className={styles.formula}>{t('prompts.sort.formula')}</p>}
    </div>
  )
}

function Total({ filter, page }: { filter: PromptFilter; page: PromptPage }) {
  const { t } = useTranslation('prompts')
  if (page.total === null) return null
  const isFiltered = writePromptFilter({ ...filter, sort: 'trending' }) !== ''
  const key = !page.is_total_exact ? 'leadAbout' : isFiltered ? 'leadFound' : 'lead'
  return <>{t(`prompts.list.${key}`, { count: page.total })}</>
}
