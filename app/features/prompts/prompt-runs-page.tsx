import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { modelLabels } from '#shared/model-labels.ts'
import { toAppError } from '#app/ui/to-app-error.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { promptListPath } from '#app/session/prompt-list-path.ts'
import { createGrownLists } from '#app/ui/grown-lists.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import { RelativeTime } from '#app/ui/relative-time.tsx'
import { SoftDisabledButton } from '#app/ui/soft-disabled-button.tsx'
import { showToast } from '#app/ui/toast.tsx'
import { continuedLines } from './continued-lines.ts'
import { isUseGoing } from './conversation.ts'
import { deletePromptUses, listPromptUses, type PromptUseLine, type PromptUsePage } from './run-data.ts'
import { useRunsWords } from './runs-words.ts'
import frame from '#app/ui/frame.module.css'
import list from '#app/ui/line-list.module.css'
import styles from './prompt-runs-page.module.css'

/**
 * The member's runs of prompts: newest first, with actions to open, select and delete, and an undo of deletions (P25,
 * P27).
 */
export function UsesPage({ page }: { page: PromptUsePage }) {
  const { t, language } = useRunsWords()
  const uses = useUses(page)
  const { lines, total, selected } = uses
  if (lines.length === 0)
    return (
      <div className={frame.lines}>
        <h1 className={frame.title}>{t('runs.uses.title')}</h1>
        <p className={styles.empty}>{t('runs.uses.empty')}</p>
        <LinkButton to={promptListPath(language)} variant="filled">
          {t('runs.uses.emptyAction')}
        </LinkButton>
      </div>
    )
  const free = lines.filter((line) => !isUseGoing(line))
  const isAll = free.length > 0 && free.every(({ id }) => selected.has(id))
  return (
    <div className={frame.lines}>
      <header className={frame.header}>
        <div>
          <h1 className={frame.title}>{t('runs.uses.title')}</h1>
          <p className={frame.lead}>
            {t('runs.uses.lead')} {t('runs.uses.total', { count: total })}
          </p>
        </div>
        <div className={list.bulk}>
          <label className={list.all}>
            <input
              type="checkbox"
              checked={isAll}
              onChange={() => uses.select(isAll ? [] : free.map(({ id }) => id))}
            />
            {t('runs.uses.selectAll')}
          </label>
          <SoftDisabledButton
            reason={selected.size === 0 ? t('errors.select_history') : null}
            onPress={uses.deleteSelected}
          >
            {selected.size === 0
              ? t('runs.uses.delete')
              : t('runs.uses.deleteCount', { count: selected.size })}
          </SoftDisabledButton>
        </div>
      </header>
      <ul className={list.list}>
        {lines.map((line) => (
          <UseLine
            key={line.id}
            line={line}
            isSelected={selected.has(line.id)}
            onSelect={() =>
              uses.select(
                selected.has(line.id) ? [...selected].filter((id) => id !== line.id) : [...selected, line.id],
              )
            }
          />
        ))}
      </ul>
      {lines.length < total && (
        <Button
          variant="default"
          loading={uses.isLoading}
          onClick={() => void uses.loadMore()}
          className={list.more ?? ''}
        >
          {t('runs.uses.more')}
        </Button>
      )}
    </div>
  )
}

function UseLine({
  line,
  isSelected,
  onSelect,
}: {
  line: PromptUseLine
  isSelected: boolean
  onSelect: () => void
}) {
  const { t, language } = useRunsWords()
  const title = line.title || t('runs.uses.untitled')
  return (
    <li className={list.line}>
      <label className={list.check}>
        <input
          type="checkbox"
          checked={isSelected}
          disabled={isUseGoing(line)}
          aria-label={t('runs.uses.select', { title })}
          onChange={onSelect}
        />
      </label>
      <Link to={`/${language}/prompt/use?run=${line.id}`} className={list.link} prefetch="intent">
        <span className={list.name} dir="auto">
          {title}
        </span>
        {line.excerpt && (
          <span className={list.excerpt} dir="auto">
            {plainExcerpt(line.excerpt)}
          </span>
        )}
        <span className={list.facts}>
          <span>{modelLabels[line.model]}</span>
          {line.comparisons > 0 && <span>{t('runs.uses.compared', { count: line.comparisons + 1 })}</span>}
          {line.follow_ups > 0 && <span>{t('runs.uses.followUps', { count: line.follow_ups })}</span>}
          {line.status !== 'done' && (
            <span data-status={line.status}>{t(`runs.uses.status.${line.status}`)}</span>
          )}
          {line.is_demo && <span>{t('runs.uses.demo')}</span>}
          <span>{t('runs.answer.cost', { tokens: line.token })}</span>
          <RelativeTime iso={line.created_at} language={language} />
        </span>
      </Link>
    </li>
  )
}

/** Without Markdown syntax, on one line. */
const plainExcerpt = (markdown: string): string =>
  markdown
    .replaceAll(/^\s*(-|\d+\.)\s|[#*>`|]+|-{3,}/gm, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

const grownLists = createGrownLists<PromptUsePage>()

/**
 * The current list. A deletion leaves the screen immediately. It reaches the database when the undo offer ends, or when
 * the page is left or hidden, so that a deleted run never reappears.
 */
function useUses(first: PromptUsePage) {
  const { t } = useRunsWords()
  const supabase = useSupabase()
  const { key } = useLocation()
  const [page, setPage] = useState(() => {
    const grown = grownLists.find(key)
    return grown ? { ...first, lines: continuedLines(first.lines, grown.lines) } : first
  })
  grownLists.useStored(key, page)
  const [seen, setSeen] = useState(first)
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [isLoading, setIsLoading] = useState(false)
  const waiting = useRef<{ finish: () => void; hide: () => void }>(undefined)
  // A new first load sets the total; below it the list stays as long as it had grown.
  if (seen !== first) {
    setSeen(first)
    setPage((now) => ({ ...first, lines: continuedLines(first.lines, now.lines) }))
  }
  useEffect(() => {
    const finish = () => waiting.current?.finish()
    const finishWhenHidden = () => document.visibilityState === 'hidden' && finish()
    document.addEventListener('visibilitychange', finishWhenHidden)
    return () => {
      document.removeEventListener('visibilitychange', finishWhenHidden)
      waiting.current?.hide()
      finish()
    }
  }, [])

  const fail = (error: unknown) =>
    showToast({
      message: t(`errors.${toAppError(error).code}`),
      tone: 'error',
    })

  function deleteSelected(): void {
    waiting.current?.finish()
    const ids = [...selected]
    const before = page
    setPage({
      lines: page.lines.filter(({ id }) => !selected.has(id)),
      total: page.total - ids.length,
    })
    setSelected(new Set())
    const bringBack = () =>
      setPage((now) => ({
        lines: [...now.lines, ...before.lines.filter(({ id }) => ids.includes(id))].toSorted(
          (a, b) => b.id - a.id,
        ),
        total: now.total + ids.length,
      }))
    let isOver = false
    const end = (work: () => void) => () => {
      if (isOver) return
      isOver = true
      waiting.current = undefined
      work()
    }
    const finish = end(() => {
      supabase()
        .then((client) => deletePromptUses(client, ids))
        .catch((error: unknown) => {
          bringBack()
          fail(error)
        })
    })
    const hide = showToast({
      message: t('runs.uses.deleted', { count: ids.length }),
      action: { label: t('runs.uses.undo'), run: end(bringBack) },
      onHide: finish,
    })
    waiting.current = { finish, hide }
  }

  return {
    ...page,
    selected,
    isLoading,
    select: (ids: number[]) => setSelected(new Set(ids)),
    deleteSelected,
    async loadMore() {
      setIsLoading(true)
      try {
        const next = await listPromptUses(await supabase(), page.lines.at(-1)?.id ?? null)
        setPage((now) => ({ lines: [...now.lines, ...next.lines], total: next.total }))
      } catch (error) {
        fail(error)
      }
      setIsLoading(false)
    },
  }
}
