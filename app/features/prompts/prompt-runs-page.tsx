import { Link } from 'react-router'
import { modelLabels } from '#shared/model-labels.ts'
import { whenOnline } from '#app/session/chunk-errors.ts'
import { ListMore } from '#app/session/list-more.tsx'
import { promptListPath } from '#app/session/prompt-list-path.ts'
import { useDeletion } from '#app/session/use-deletion.ts'
import { useInfiniteList } from '#app/session/use-infinite-list.ts'
import { EmptyList } from '#app/ui/empty-list.tsx'
import { RelativeTime } from '#app/ui/relative-time.tsx'
import { SoftDisabledButton } from '#app/ui/soft-disabled-button.tsx'
import { useSelection } from '#app/ui/use-selection.ts'
import { isUseGoing } from './conversation.ts'
import type { PromptUseLine, PromptUsePage } from './run-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import frame from '#app/ui/frame.module.css'
import lineList from '#app/ui/line-list.module.css'

const loadData = () => whenOnline(() => import('./run-data.ts'))

/**
 * The member's runs of prompts: newest first, with actions to open, select and delete, and an undo of deletions (P25,
 * P27).
 */
export function UsesPage({ page }: { page: PromptUsePage }) {
  const { t, language } = useTranslation('prompts', 'runs', 'errors')
  const uses = useInfiniteList(page, async (supabase, after: number) =>
    (await loadData()).listPromptUses(supabase, after),
  )
  const { lines, total } = uses
  const selection = useSelection(lines, (line) => !isUseGoing(line))
  const deleteUses = useDeletion(uses, {
    remove: async (supabase, ids: readonly number[]) => (await loadData()).deletePromptUses(supabase, ids),
    restore: async (supabase, ids) => (await loadData()).restorePromptUses(supabase, ids),
    removed: (count) => t('runs.uses.deleted', { count }),
    undo: t('runs.uses.undo'),
  })
  if (lines.length === 0 && !uses.hasMore)
    return (
      <div className={frame.lines}>
        <h1 className={frame.title}>{t('runs.uses.title')}</h1>
        <EmptyList
          text={t('runs.uses.empty')}
          way={{ to: promptListPath(language), label: t('runs.uses.emptyAction'), isMain: true }}
        />
      </div>
    )
  const { ids, isAll } = selection
  return (
    <div className={frame.lines}>
      <header className={frame.header}>
        <div>
          <h1 className={frame.title}>{t('runs.uses.title')}</h1>
          <p className={frame.lead}>
            {t('runs.uses.lead')} {t('runs.uses.total', { count: total })}
          </p>
        </div>
        <div className={lineList.bulk}>
          <label className={lineList.all}>
            <input type="checkbox" checked={isAll} onChange={selection.toggleAll} />
            {t('runs.uses.selectAll')}
          </label>
          <SoftDisabledButton
            reason={ids.length === 0 ? t('errors.select_history') : null}
            onPress={() => void deleteUses(ids)}
          >
            {ids.length === 0 ? t('runs.uses.delete') : t('runs.uses.deleteCount', { count: ids.length })}
          </SoftDisabledButton>
        </div>
      </header>
      <ul className={lineList.list}>
        {lines.map((line) => (
          <UseLine
            key={line.id}
            line={line}
            isSelected={ids.includes(line.id)}
            onSelect={() => selection.toggle(line.id)}
          />
        ))}
      </ul>
      <ListMore list={uses} label={t('runs.uses.more')} />
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
  const { t, language } = useTranslation('prompts', 'runs')
  const title = line.title || t('runs.uses.untitled')
  return (
    <li className={lineList.line} data-line={line.id}>
      <label className={lineList.check}>
        <input
          type="checkbox"
          checked={isSelected}
          disabled={isUseGoing(line)}
          aria-label={t('runs.uses.select', { title })}
          onChange={onSelect}
        />
      </label>
      <Link to={`/${language}/prompt/use?run=${line.id}`} className={lineList.link} prefetch="intent">
        <span className={lineList.name} dir="auto">
          {title}
        </span>
        {line.excerpt && (
          <span className={lineList.excerpt} dir="auto">
            {plainExcerpt(line.excerpt)}
          </span>
        )}
        <span className="u-facts">
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
