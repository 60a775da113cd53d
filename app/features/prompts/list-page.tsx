import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { LinkButton } from '#app/ui/link-button.tsx'
import { FilterBar } from './filter-bar.tsx'
import { PromptCards } from './prompt-card.tsx'
import { writePromptFilter, type PromptFilter } from './prompt-filter.ts'
import type { CategoryLabels, PromptPage } from './prompts-data.ts'
import { usePromptsWords } from './prompts-words.ts'
import { useMorePrompts } from './use-more-prompts.ts'
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
  const { t, language } = usePromptsWords()
  const { filter, path, page } = props
  const list = useMorePrompts(page)
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
        <div className={frame.empty}>
          <p>{t('prompts.list.empty')}</p>
          <LinkButton to={path.replace(/\/search$/, '/list')}>{t('prompts.list.emptyAction')}</LinkButton>
        </div>
      ) : (
        <PromptCards lines={list.lines} labels={list.labels} label={t('prompts.list.results')} />
      )}
      {list.more !== null && (
        <Button
          component={Link}
          to={list.more}
          variant="default"
          loading={list.isLoading}
          className={styles.more ?? ''}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return
            event.preventDefault()
            void list.loadMore()
          }}
        >
          {t('prompts.list.more')}
        </Button>
      )}
      {list.isLimited && (
        <p className={styles.limited} role="alert">
          {t('errors.too_many_requests')}
        </p>
      )}
      {filter.sort === 'trending' && <p className={styles.formula}>{t('prompts.sort.formula')}</p>}
    </div>
  )
}

function Total({ filter, page }: { filter: PromptFilter; page: PromptPage }) {
  const { t } = usePromptsWords()
  if (page.total === null) return null
  const isFiltered = writePromptFilter({ ...filter, sort: 'trending' }) !== ''
  const key = !page.is_total_exact ? 'leadAbout' : isFiltered ? 'leadFound' : 'lead'
  return <>{t(`prompts.list.${key}`, { count: page.total })}</>
}
