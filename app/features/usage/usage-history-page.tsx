import { Link } from 'react-router'
import { ListMore } from '#app/session/list-more.tsx'
import { useMember } from '#app/session/root-data.ts'
import { useInfiniteList } from '#app/session/use-infinite-list.ts'
import { EmptyList } from '#app/ui/empty-list.tsx'
import { RelativeTime } from '#app/ui/relative-time.tsx'
import { SpentBy } from './spent-by.tsx'
import {
  listUsageHistory,
  usageKinds,
  type UsageHistory,
  type UsageKind,
  type UsageLine,
} from './usage-history.ts'
import { type TranslationKey, useTranslation } from '#app/session/words.tsx'
import frame from '#app/ui/frame.module.css'
import styles from './usage-history-page.module.css'

/**
 * Every movement of the member's tokens or image credits in the ledger: its reason, its amount, and the balance after
 * it.
 */
export function UsageHistoryPage({ kind, history }: { kind: UsageKind; history: UsageHistory }) {
  const { t, language } = useTranslation('usage')
  const memberId = useMember()!.id
  const list = useInfiniteList(history, (supabase, before: number) =>
    listUsageHistory(supabase, memberId, kind, before),
  )
  const here = `/${language}/usage/history`
  return (
    <div className={frame.lines}>
      <h1 className={frame.title}>{t('usage.history.title')}</h1>
      <p className={frame.lead}>{t('usage.history.lead')}</p>
      <nav className={frame.tabs} aria-label={t('usage.history.title')}>
        {usageKinds.map((each) => (
          <Link
            key={each}
            to={each === 'image' ? `${here}?type=image` : here}
            aria-current={each === kind ? 'page' : undefined}
          >
            {t(`usage.history.tab.${each}`)}
          </Link>
        ))}
      </nav>
      <p className={styles.count}>{t('usage.history.total', { count: history.total })}</p>
      {list.lines.length === 0 ? (
        <EmptyList
          text={t(`usage.history.empty.${kind}`)}
          way={{ to: `/${language}/tool/use?tool=article`, label: t('usage.history.emptyAction') }}
        />
      ) : (
        <ul className="u-ruled-list u-mt3">
          {list.lines.map((line) => (
            <HistoryLine key={line.id} line={line} kind={kind} />
          ))}
        </ul>
      )}
      <ListMore list={list} label={t('usage.history.older')} />
    </div>
  )
}

function HistoryLine({ line, kind }: { line: UsageLine; kind: UsageKind }) {
  const { t, language } = useTranslation('usage')
  const what = t(
    `usage.kind.${kind === 'image' && line.kind === 'use' ? 'useImage' : line.kind}` as TranslationKey<'usage'>,
  )
  const title = line.title ?? t('usage.balance.untitled')
  return (
    <li className={styles.line}>
      <span className={styles.name} dir="auto">
        {line.path ? <Link to={`/${language}${line.path}`}>{title}</Link> : what}
      </span>
      <b className={styles.amount} data-gain={line.amount > 0 || undefined}>
        {line.amount > 0 ? '+' : '−'}
        {Math.abs(line.amount).toLocaleString('en-US')}
      </b>
      <span className={styles.note}>
        {line.path && <>{what} · </>}
        <SpentBy by={line.by} />
        {line.isOfTeam && <>{t('usage.history.ofTeam')} · </>}
        <RelativeTime iso={line.created_at} language={language} />
      </span>
      {!line.isOfTeam && (
        <span className={styles.left}>
          {t(`usage.history.left.${line.bucket}` as TranslationKey<'usage'>, {
            count: line.balance_after.toLocaleString('en-US'),
          })}
        </span>
      )}
    </li>
  )
}
