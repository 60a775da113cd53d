import { PageHead } from '#app/session/page-head.tsx'
import { useInfiniteList } from '#app/session/use-infinite-list.ts'
import { OperatorsHeader, EmptyQueue, More } from './operators-frame.tsx'
import { LogLines } from './log-lines.tsx'
import { listLog, type LogLine } from './operators-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import type { Page } from './read-page.ts'

/** Everything that was done in the console, the newest first. */
export default function LogPage({ page }: { page: Page<LogLine> }) {
  const { t } = useTranslation('acts', 'operators')
  const list = useInfiniteList(page, (supabase, before: number) => listLog(supabase, before))
  return (
    <>
      <PageHead title={t('operators.nav.log')} />
      <OperatorsHeader title={t('operators.nav.log')} lead={t('acts.lead')} />
      {list.lines.length === 0 ? <EmptyQueue text={t('acts.empty')} /> : <LogLines lines={list.lines} />}
      <More list={list} />
    </>
  )
}
