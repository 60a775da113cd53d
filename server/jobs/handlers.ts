// What the jobs of job-map.ts do.
import type { JobHandlers } from '#server/job-map.ts'
import { announceNotices } from '#server/features/articles/publish.ts'
import { eraseFiles, forgetDeletions } from '#server/features/accounts/erase-files.ts'
import { auditBalances } from '#server/metering/audit-balances.ts'
import { forgetReports } from '#server/features/keywords/keyword-reports.ts'
import { forgetPromptSignals, refreshTrendScores } from '#server/features/prompts/trend-scores.ts'
import { forgetEvents } from '#server/metering/stored-events.ts'
import { sweepTexts } from '#server/features/tools/sweep-texts.ts'
import type { Parts } from '#server/parts.ts'

export const jobHandlers = ({ database, files }: Pick<Parts, 'database' | 'files'>): JobHandlers => ({
  'forget-run-events': ({ run, lastId }) => forgetEvents(database, run, lastId),
  'audit-balances': () => auditBalances(database),
  'refresh-trend-scores': () => refreshTrendScores(database),
  'forget-prompt-signals': () => forgetPromptSignals(database),
  'forget-keyword-reports': () => forgetReports(database),
  'announce-notices': () => announceNotices(database),
  'erase-files': ({ userId }) => eraseFiles(database, files, userId),
  'forget-deletions': () => forgetDeletions(database),
  'sweep-texts': () => sweepTexts(database, files),
})
