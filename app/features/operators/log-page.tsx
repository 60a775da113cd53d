import { PageHead } from '#app/session/page-head.tsx'
import { addressOf, OperatorsHeader, EmptyList, Pager } from './operators-frame.tsx'
import { LogLines } from './log-lines.tsx'
import type { LogLine } from './operators-data.ts'
import { useActsWords } from './acts-words.ts'
import type { Page } from './read-page.ts'

/** Everything that was done in the console, the newest first. */
export default function LogPage({ page, isFirstPage }: { page: Page<LogLine>; isFirstPage: boolean }) {
  const { t, language } = useActsWords()
  const here = `/${language}/admin/log`
  return (
    <>
      <PageHead title={t('operators.nav.log')} />
      <OperatorsHeader title={t('operators.nav.log')} lead={t('acts.lead')} />
      {page.lines.length === 0 ? <EmptyList text={t('acts.empty')} /> : <LogLines lines={page.lines} />}
      <Pager
        first={isFirstPage ? null : here}
        next={page.hasMore ? addressOf(here, { from: page.lines.at(-1)?.id ?? null }) : null}
      />
    </>
  )
}
