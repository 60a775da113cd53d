// The handlers of the jobs in job-map.ts.
import { requireSound } from '#server/fsck.ts'
import type { JobHandlers } from '#server/job-map.ts'
import { announceNotices } from '#server/features/articles/publish.ts'
import { markDormant } from '#server/features/accounts/dormancy.ts'
import { removeDueFactors } from '#server/features/accounts/factor-recovery.ts'
import { remindNewsConsents } from '#server/features/accounts/news-consents.ts'
import { eraseFiles, forgetDeletionTokens } from '#server/features/accounts/erase-files.ts'
import { checkRanks } from '#server/features/keywords/check-rank.ts'
import { watchKeywords } from '#server/features/keywords/watch-keywords.ts'
import { forgetReports } from '#server/features/keywords/keyword-reports.ts'
import { forgetPromptEngagement, refreshTrendScores } from '#server/features/prompts/trend-scores.ts'
import { forgetIdempotencyKeys } from '#server/metering/idempotency.ts'
import { settleRefunds } from '#server/features/payments/refunds.ts'
import { renewSubscriptions } from '#server/features/payments/renewals.ts'
import { removeBillingKeys } from '#server/features/payments/stored-card.ts'
import { settlePayments } from '#server/features/payments/unknown-charges.ts'
import { runSubscriptionCycle } from '#server/metering/order-ledger.ts'
import { sweepTexts } from '#server/features/tools/sweep-texts.ts'
import { sumUpStatistics } from '#server/features/visits/statistics.ts'
import { sendEmails } from '#server/email-outbox.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { emailComposers } from './email-composers.ts'
import { purgeRows } from './purge-rows.ts'

type JobDependencies = Pick<
  Dependencies,
  | 'config'
  | 'database'
  | 'authAdmin'
  | 'files'
  | 'cards'
  | 'mail'
  | 'billingKeys'
  | 'keywords'
  | 'paymentStepHook'
>

export function jobHandlers(deps: JobDependencies): JobHandlers {
  const { database, files } = deps
  return {
    'check-rules': () => requireSound(database),
    'refresh-trend-scores': () => refreshTrendScores(database),
    'forget-prompt-engagement': () => forgetPromptEngagement(database),
    'sum-up-statistics': () => sumUpStatistics(database),
    'purge-rows': () => purgeRows(database),
    'forget-keyword-reports': () => forgetReports(database),
    'check-ranks': () => checkRanks(deps),
    'watch-keywords': () => watchKeywords(deps),
    'announce-notices': () => announceNotices(database),
    'erase-files': ({ userId }) => eraseFiles(database, files, userId),
    'forget-deletions': () => forgetDeletionTokens(database),
    'forget-idempotency-keys': () => forgetIdempotencyKeys(database),
    'remove-due-factors': () => removeDueFactors(deps),
    'mark-dormant': () => markDormant(database),
    'remind-news-consents': () => remindNewsConsents(database),
    'sweep-texts': () => sweepTexts(database, files),
    'renew-subscriptions': () => renewSubscriptions(deps),
    'run-subscription-cycle': () => runSubscriptionCycle(database),
    'settle-payments': async () => {
      await settlePayments(deps)
      await settleRefunds(deps)
    },
    'send-emails': () => sendEmails(deps, emailComposers),
    'remove-billing-keys': () => removeBillingKeys(deps),
  }
}
