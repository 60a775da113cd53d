// What the jobs of job-map.ts do.
import type { JobHandlers } from '#server/job-map.ts'
import { auditBalances } from '#server/metering/audit-balances.ts'
import { forgetPromptSignals, refreshTrendScores } from '#server/features/prompts/trend-scores.ts'
import { forgetEvents } from '#server/metering/stored-events.ts'
import type { Database } from '#server/outside/database.ts'

export const jobHandlers = (database: Database): JobHandlers => ({
  'forget-run-events': ({ run, lastId }) => forgetEvents(database, run, lastId),
  'audit-balances': () => auditBalances(database),
  'refresh-trend-scores': () => refreshTrendScores(database),
  'forget-prompt-signals': () => forgetPromptSignals(database),
})
