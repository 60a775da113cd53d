import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import { SoftDisabledButton } from '#app/ui/soft-disabled-button.tsx'
import type { HistoryFilter, HistoryLine, HistoryPage as Page } from './history-data.ts'
import { HistoryFilterBar } from './history-filter.tsx'
import { HistoryLineItem } from './history-line.tsx'
import { useHistoryWords } from './history-words.ts'
import { isGoing, useHistory } from './use-history.ts'
import frame from '#app/ui/frame.module.css'
import list from '#app/ui/line-list.module.css'
import styles from './history-page.module.css'

// Opened by few who look at the page.
const RenameDialog = lazyWithRetry(async () => ({
  default: (await import('./rename-dialog.tsx')).RenameDialog,
}))

/** The member's own texts: found, filtered, opened, renamed, duplicated and deleted (T23-T25). */
export function HistoryPage({ filter, page }: { filter: HistoryFilter; page: Page }) {
  const { t, language } = useHistoryWords()
  const history = useHistory(page)
  const [renamed, setRenamed] = useState<HistoryLine | null>(null)
  const { lines, total, more } = history
  const isFiltered = filter.words !== '' || filter.tool !== null
  return (
    <div className={frame.lines}>
      <header>
        <h1 className={frame.title}>{t('history.title')}</h1>
        <p className={frame.lead} aria-live="polite">
          {isFiltered
            ? t('history.found', { count: total })
            : `${t('history.lead')} ${total > 0 ? t('history.total', { count: total }) : ''}`}
        </p>
      </header>
      {(isFiltered || total > 0) && <HistoryFilterBar filter={filter} />}
      {lines.length === 0 ? (
        <div className={frame.empty}>
          <p>{t(isFiltered ? 'history.nothing' : 'history.empty')}</p>
          {isFiltered ? (
            <LinkButton to={`/${language}/tool/history`}>{t('history.clear')}</LinkButton>
          ) : (
            <LinkButton to={`/${language}/tool/use?tool=article`} variant="filled">
              {t('history.emptyAction')}
            </LinkButton>
          )}
        </div>
      ) : (
        <>
          <Bulk history={history} />
          <ul className={list.list} aria-label={t('history.list')}>
            {lines.map((line) => (
              <HistoryLineItem
                key={line.id}
                line={line}
                words={filter.words}
                isSelected={history.selected.has(line.id)}
                onSelect={() => history.toggle(line.id)}
                onRename={() => setRenamed(line)}
                onDuplicate={() => void history.duplicate(line)}
              />
            ))}
          </ul>
        </>
      )}
      {more.isThere && (
        <Button
          component={Link}
          to={more.address}
          variant="default"
          loading={more.isLoading}
          className={list.more ?? ''}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return
            event.preventDefault()
            more.load()
          }}
        >
          {t('history.more')}
        </Button>
      )}
      {renamed && (
        <Suspense>
          <RenameDialog
            line={renamed}
            onRename={(title) => void history.rename(renamed, title)}
            onClose={() => setRenamed(null)}
          />
        </Suspense>
      )}
    </div>
  )
}

/** The bulk actions. */
function Bulk({ history }: { history: ReturnType<typeof useHistory> }) {
  const { t } = useHistoryWords()
  const { lines, selected } = history
  const isAll = selected.size > 0 && lines.every((line) => selected.has(line.id) || isGoing(line))
  return (
    <div className={styles.bulk}>
      <label className={list.all}>
        <input type="checkbox" checked={isAll} onChange={() => history.selectAll(!isAll)} />
        {selected.size > 0 ? t('history.selected', { count: selected.size }) : t('history.selectAll')}
      </label>
      <SoftDisabledButton
        reason={selected.size === 0 ? t('errors.select_history') : null}
        onPress={() => void history.deleteSelected()}
      >
        {selected.size === 0 ? t('history.delete') : t('history.deleteCount', { count: selected.size })}
      </SoftDisabledButton>
    </div>
  )
}
