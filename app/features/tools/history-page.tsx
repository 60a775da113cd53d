import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { AppError } from '#shared/errors.ts'
import { isRightToLeft, outputLanguageTags } from '#shared/tools.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { useWords } from '#app/session/words.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { RelativeTime } from '#app/ui/relative-time.tsx'
import { showToast } from '#app/ui/toast.tsx'
import { deleteToolUses, listToolUses, type ToolUseLine } from './tool-data.ts'
import styles from './history-page.module.css'

/** The member's own texts: newest first, continued by id, opened, selected and deleted (T23-T25). */
export function HistoryPage(props: { lines: ToolUseLine[]; total: number }) {
  const { t, language } = useWords()
  const history = useHistory(props)
  const [isAsking, setIsAsking] = useState(false)
  const { lines, total, selected } = history

  if (lines.length === 0) {
    return (
      <div className={styles.page}>
        <h1 className={styles.title}>{t('tools.history.title')}</h1>
        <p className={styles.empty}>{t('tools.history.empty')}</p>
        <LinkButton to={`/${language}/tool/use?tool=article`} variant="filled">
          {t('tools.history.emptyAction')}
        </LinkButton>
      </div>
    )
  }
  const isAll = lines.every((line) => selected.has(line.id) || isGoing(line))
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <div>
          <h1 className={styles.title}>{t('tools.history.title')}</h1>
          <p className={styles.lead}>
            {t('tools.history.lead')} {t('tools.history.total', { count: total })}
          </p>
        </div>
        <div className={styles.bulk}>
          <label className={styles.all}>
            <input
              type="checkbox"
              checked={isAll && selected.size > 0}
              onChange={() => history.selectAll(!isAll || selected.size === 0)}
            />
            {t('tools.history.selectAll')}
          </label>
          <Button
            variant="default"
            size="sm"
            onClick={() =>
              selected.size === 0
                ? showToast({ message: t('errors.select_history'), tone: 'error' })
                : setIsAsking(true)
            }
          >
            {selected.size === 0
              ? t('tools.history.delete')
              : t('tools.history.deleteCount', { count: selected.size })}
          </Button>
        </div>
      </header>
      <ul className={styles.list}>
        {lines.map((line) => (
          <HistoryLine
            key={line.id}
            line={line}
            isSelected={selected.has(line.id)}
            onSelect={() => history.toggle(line.id)}
          />
        ))}
      </ul>
      {lines.length < total && (
        <Button
          variant="default"
          loading={history.isLoading}
          onClick={history.loadMore}
          className={styles.more ?? ''}
        >
          {t('tools.history.more')}
        </Button>
      )}
      <Dialog
        isOpen={isAsking}
        title={t('tools.history.deleteTitle')}
        closeLabel={t('site.close')}
        onClose={() => setIsAsking(false)}
        actions={
          <>
            <Button variant="subtle" onClick={() => setIsAsking(false)}>
              {t('tools.history.cancel')}
            </Button>
            <Button
              variant="filled"
              loading={history.isLoading}
              onClick={async () => {
                await history.deleteSelected()
                setIsAsking(false)
              }}
            >
              {t('tools.history.deleteCount', { count: selected.size })}
            </Button>
          </>
        }
      >
        <p>{t('tools.history.deleteText')}</p>
      </Dialog>
    </div>
  )
}

function HistoryLine({
  line,
  isSelected,
  onSelect,
}: {
  line: ToolUseLine
  isSelected: boolean
  onSelect: () => void
}) {
  const { t, language } = useWords()
  const title = line.title || t('tools.history.untitled')
  return (
    <li className={styles.line}>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={isSelected}
          disabled={isGoing(line)}
          aria-label={t('tools.history.select', { title })}
          onChange={onSelect}
        />
      </label>
      <Link
        to={`/${language}/tool/use?tool=${line.tool}&id=${line.id}`}
        className={styles.link}
        prefetch="intent"
      >
        <span
          className={styles.name}
          lang={outputLanguageTags[line.language]}
          dir={isRightToLeft(line.language) ? 'rtl' : 'ltr'}
        >
          {title}
        </span>
        <span className={styles.facts}>
          <span>{t(`tools.name.${line.tool as 'article'}`)}</span>
          {line.status !== 'done' && (
            <span data-status={line.status}>{t(`tools.history.status.${line.status}`)}</span>
          )}
          {line.is_demo && <span>{t('tools.history.demo')}</span>}
          <span>{t('tools.history.cost', { tokens: line.token })}</span>
          <RelativeTime iso={line.created_at} language={language} />
        </span>
      </Link>
    </li>
  )
}

const isGoing = (line: ToolUseLine): boolean => line.status === 'queued' || line.status === 'running'

function useHistory(first: { lines: ToolUseLine[]; total: number }) {
  const { t } = useWords()
  const supabase = useSupabase()
  const [page, setPage] = useState(first)
  const [seen, setSeen] = useState(first)
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [isLoading, setIsLoading] = useState(false)
  // A new first load replaces the list and sets the total (T24).
  if (seen !== first) {
    setSeen(first)
    setPage(first)
  }

  async function attempt(work: () => Promise<void>): Promise<void> {
    setIsLoading(true)
    try {
      await work()
    } catch (error) {
      showToast({
        message: t(`errors.${error instanceof AppError ? error.code : 'try_again'}`),
        tone: 'error',
      })
    }
    setIsLoading(false)
  }

  return {
    ...page,
    selected,
    isLoading,
    toggle: (id: number) =>
      setSelected((now) =>
        now.has(id) ? new Set([...now].filter((other) => other !== id)) : new Set([...now, id]),
      ),
    selectAll: (isOn: boolean) =>
      setSelected(new Set(isOn ? page.lines.filter((line) => !isGoing(line)).map((line) => line.id) : [])),
    loadMore: () =>
      attempt(async () => {
        const next = await listToolUses(await supabase(), page.lines.at(-1)?.id ?? null)
        setPage((now) => ({ lines: [...now.lines, ...next.lines], total: next.total }))
      }),
    deleteSelected: () =>
      attempt(async () => {
        await deleteToolUses(await supabase(), [...selected])
        setPage((now) => ({
          lines: now.lines.filter((line) => !selected.has(line.id)),
          total: now.total - selected.size,
        }))
        showToast({ message: t('tools.history.deleted', { count: selected.size }) })
        setSelected(new Set())
      }),
  }
}
