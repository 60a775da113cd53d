import { Button } from '@mantine/core'
import { Suspense, useState, type ReactNode } from 'react'
import { Link, useNavigate, useRevalidator } from 'react-router'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { ListMore } from '#app/session/list-more.tsx'
import { trashDays } from '#shared/retention.ts'
import { EmptyList } from '#app/ui/empty-list.tsx'
import { SoftDisabledButton } from '#app/ui/soft-disabled-button.tsx'
import type { HistoryFilter, HistoryLine, HistoryPage as Page } from './history-data.ts'
import { HistoryFilterBar } from './history-filter.tsx'
import { HistoryLineItem, type LineActions } from './history-line.tsx'
import { useTranslation } from '#app/session/words.tsx'
import type { OwnLabel } from './labels-data.ts'
import { useHistory } from './use-history.ts'
import frame from '#app/ui/frame.module.css'
import lineList from '#app/ui/line-list.module.css'
import styles from './history-page.module.css'

// Opened by few who look at the page.
const RenameDialog = lazyWithRetry(async () => ({
  default: (await import('./rename-dialog.tsx')).RenameDialog,
}))
const LabelsDialog = lazyWithRetry(() => import('./labels-dialog.tsx'))
const OwnTextDialog = lazyWithRetry(() => import('./own-text-dialog.tsx'))
const LabelManager = lazyWithRetry(() => import('./label-manager.tsx'))
const ConfirmDialog = lazyWithRetry(async () => ({
  default: (await import('#app/ui/confirm-dialog.tsx')).ConfirmDialog,
}))

/** What is open above the list. `erased` is null for the whole trash. */
type Opened =
  | { kind: 'rename'; line: HistoryLine }
  | { kind: 'labels'; ids: number[] }
  | { kind: 'manage' }
  | { kind: 'own' }
  | { kind: 'erase'; ids: number[] | null; count: number }

/** The member's own texts and their trash: found, filtered, sorted, labelled, renamed, duplicated and deleted (T23-T25). */
export function HistoryPage(props: { filter: HistoryFilter; labels: readonly OwnLabel[]; page: Page }) {
  const { filter } = props
  const { t } = useTranslation('history')
  const history = useHistory(props.page, filter)
  const [opened, setOpened] = useState<Opened | null>(null)
  const { lines, total } = history.list
  const isFiltered = filter.words !== '' || filter.tool !== null || filter.label !== null
  const actions: LineActions = {
    label: ({ id }) => setOpened({ kind: 'labels', ids: [id] }),
    rename: (line) => setOpened({ kind: 'rename', line }),
    duplicate: (line) => void history.duplicate(line),
    delete: ({ id }) => void history.deleteLines([id]),
    restore: ({ id }) => void history.restoreLines([id]),
    erase: ({ id }) => setOpened({ kind: 'erase', ids: [id], count: 1 }),
  }
  return (
    <div className={frame.lines}>
      <Header filter={filter} isFiltered={isFiltered} total={total}>
        {filter.isTrash && total > 0 && !isFiltered && (
          <Button
            variant="subtle"
            size="sm"
            onClick={() => setOpened({ kind: 'erase', ids: null, count: total })}
          >
            {t('history.emptyTrash')}
          </Button>
        )}
        {!filter.isTrash && (
          <Button variant="default" size="sm" onClick={() => setOpened({ kind: 'own' })}>
            {t('history.own.title')}
          </Button>
        )}
        {!filter.isTrash && props.labels.length > 0 && (
          <Button variant="subtle" size="sm" onClick={() => setOpened({ kind: 'manage' })}>
            {t('history.manageLabels')}
          </Button>
        )}
      </Header>
      {(isFiltered || total > 0) && <HistoryFilterBar filter={filter} labels={props.labels} />}
      {lines.length === 0 && !history.list.hasMore ? (
        <Empty filter={filter} isFiltered={isFiltered} />
      ) : (
        <>
          <Bulk history={history} filter={filter} onOpen={setOpened} />
          <ul className={lineList.list} aria-label={t(filter.isTrash ? 'history.trash' : 'history.list')}>
            {lines.map((line) => (
              <HistoryLineItem
                key={line.id}
                line={line}
                filter={filter}
                isSelected={history.selection.ids.includes(line.id)}
                onSelect={() => history.selection.toggle(line.id)}
                actions={actions}
              />
            ))}
          </ul>
        </>
      )}
      <ListMore list={history.list} label={t('history.more')} />
      {opened && (
        <Suspense>
          <OpenedDialog
            opened={opened}
            history={history}
            filter={filter}
            labels={props.labels}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      )}
    </div>
  )
}

function Header(props: { filter: HistoryFilter; isFiltered: boolean; total: number; children: ReactNode }) {
  const { t, language } = useTranslation('history')
  const { isTrash } = props.filter
  const lead = isTrash ? t('history.trashLead', { count: trashDays }) : t('history.lead')
  return (
    <header>
      <h1 className={frame.title}>{t(isTrash ? 'history.trash' : 'history.title')}</h1>
      <p className={frame.lead} aria-live="polite">
        {props.isFiltered
          ? t('history.found', { count: props.total })
          : `${lead} ${props.total > 0 ? t('history.total', { count: props.total }) : ''}`}
      </p>
      <div className={styles.bar}>
        <nav className={styles.views} aria-label={t('history.views')}>
          <Link to={`/${language}/tool/history`} aria-current={isTrash ? undefined : 'page'}>
            {t('history.title')}
          </Link>
          <Link to={`/${language}/tool/history?view=trash`} aria-current={isTrash ? 'page' : undefined}>
            {t('history.trash')}
          </Link>
        </nav>
        {props.children}
      </div>
    </header>
  )
}

function Empty({ filter, isFiltered }: { filter: HistoryFilter; isFiltered: boolean }) {
  const { t, language } = useTranslation('history')
  const path = `/${language}/tool/history${filter.isTrash ? '?view=trash' : ''}`
  const text = isFiltered ? 'history.nothing' : filter.isTrash ? 'history.trashEmpty' : 'history.empty'
  return (
    <EmptyList
      text={t(text)}
      way={
        isFiltered
          ? { to: path, label: t('history.clear') }
          : filter.isTrash
            ? undefined
            : { to: `/${language}/tool/use?tool=article`, label: t('history.emptyAction'), isMain: true }
      }
    />
  )
}

type History = ReturnType<typeof useHistory>

/** The bulk actions. */
function Bulk(props: { history: History; filter: HistoryFilter; onOpen: (opened: Opened) => void }) {
  const { t } = useTranslation('history', 'errors')
  const { history, onOpen } = props
  const { ids, isAll, toggleAll } = history.selection
  const count = ids.length
  const action = (name: 'label' | 'delete' | 'restore' | 'erase', run: () => void) => (
    <SoftDisabledButton
      reason={count > 0 ? null : t(name === 'delete' ? 'errors.select_history' : 'history.selectFirst')}
      onPress={run}
    >
      {count === 0 ? t(`history.action.${name}`) : t(`history.many.${name}`, { count })}
    </SoftDisabledButton>
  )
  return (
    <div className={styles.bulk}>
      <label className={lineList.all}>
        <input type="checkbox" checked={isAll} onChange={toggleAll} />
        {count > 0 ? t('history.selected', { count }) : t('history.selectAll')}
      </label>
      <span className={styles.bulkActions}>
        {props.filter.isTrash ? (
          <>
            {action('restore', () => void history.restoreLines(ids))}
            {action('erase', () => onOpen({ kind: 'erase', ids, count }))}
          </>
        ) : (
          <>
            {action('label', () => onOpen({ kind: 'labels', ids }))}
            {action('delete', () => void history.deleteLines(ids))}
          </>
        )}
      </span>
    </div>
  )
}

function OpenedDialog(props: {
  opened: Opened
  history: History
  filter: HistoryFilter
  labels: readonly OwnLabel[]
  onClose: () => void
}) {
  const { opened, history, filter, onClose } = props
  const { t, language } = useTranslation('history')
  const navigate = useNavigate()
  const revalidator = useRevalidator()
  if (opened.kind === 'rename')
    return (
      <RenameDialog
        line={opened.line}
        onRename={(title) => void history.rename(opened.line, title)}
        onClose={onClose}
      />
    )
  if (opened.kind === 'labels')
    return (
      <LabelsDialog
        texts={history.list.lines.filter(({ id }) => opened.ids.includes(id))}
        onSaved={history.showLabels}
        onClose={onClose}
      />
    )
  if (opened.kind === 'own') return <OwnTextDialog onClose={onClose} />
  if (opened.kind === 'manage') {
    const showChange = (name: string, newName: string | null) => {
      history.renameLabel(name, newName)
      if (filter.label !== name) return void revalidator.revalidate()
      const query = new URLSearchParams(window.location.search)
      if (newName === null) query.delete('label')
      else query.set('label', newName)
      void navigate(`/${language}/tool/history?${query}`, { replace: true })
    }
    return <LabelManager labels={props.labels} onChanged={showChange} onClose={onClose} />
  }
  return (
    <ConfirmDialog
      title={t(opened.ids === null ? 'history.emptyTrash' : 'history.eraseTitle')}
      text={t('history.eraseText', { count: opened.count })}
      action={t('history.many.erase', { count: opened.count })}
      cancelLabel={t('history.cancel')}
      closeLabel={t('site.close')}
      isBusy={false}
      onConfirm={() => {
        onClose()
        void history.eraseLines(opened.ids)
      }}
      onClose={onClose}
    />
  )
}
