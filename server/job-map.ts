// Every background job: its name, payload and schedule. Handlers are in jobs/, one file each.
import { z } from 'zod'

/** Attempts of a job before it is a dead letter. */
export const jobTries = 6

export const jobMap = {
  /** Checks the invariants of the database (fsck.ts) every night, when few people write (04:00 in Seoul). */
  'check-rules': { payload: z.strictObject({}), schedule: '0 4 * * *' },
  /** Adds views, uses, saves and thanks since the last minute to the trend scores. */
  'refresh-trend-scores': { payload: z.strictObject({}), schedule: '* * * * *' },
  /** Deletes view records after two days (03:30 in Seoul). */
  'forget-prompt-engagement': { payload: z.strictObject({}), schedule: '30 3 * * *' },
  /** Deletes rows whose retention in shared/retention.ts has ended (04:20 in Seoul, after the totals of visits). */
  'purge-rows': { payload: z.strictObject({}), schedule: '20 4 * * *' },
  /** Sums up visits by day, including today. */
  'sum-up-statistics': { payload: z.strictObject({}), schedule: '1 * * * *' },
  /** Announces important notices when their time has come. */
  'announce-notices': { payload: z.strictObject({}), schedule: '* * * * *' },
  /** Deletes the files of a deleted account: all except pictures of published prompts. */
  'erase-files': { payload: z.strictObject({ userId: z.uuid() }), schedule: null },
  /** Deletes expired deletion tokens (03:45 in Seoul). */
  'forget-deletions': { payload: z.strictObject({}), schedule: '45 3 * * *' },
  /** Deletes idempotency keys older than a day (03:35 in Seoul). */
  'forget-idempotency-keys': { payload: z.strictObject({}), schedule: '35 3 * * *' },
  /** Removes second factors on an owner's request, after the wait. */
  'remove-due-factors': { payload: z.strictObject({}), schedule: '*/5 * * * *' },
  /** Marks members without a sign-in for a year as dormant (03:40 in Seoul). */
  'mark-dormant': { payload: z.strictObject({}), schedule: '40 3 * * *' },
  /** Reminds readers of news of their consent, every two years (10:30 in Seoul, by day). */
  'remind-news-consents': { payload: z.strictObject({}), schedule: '30 10 * * *' },
  /** Deletes texts some time after their members deleted them, and unused files. */
  'sweep-texts': { payload: z.strictObject({}), schedule: '*/5 * * * *' },
  /** Looks up saved keywords that are due this week, and announces changes (every hour, so that calls are spread). */
  'watch-keywords': { payload: z.strictObject({}), schedule: '10 * * * *' },
  /** Looks for members' blogs among the first posts, once a day for each keyword (every hour, as above). */
  'check-ranks': { payload: z.strictObject({}), schedule: '40 * * * *' },
  /** Deletes keyword figures that no member may open any more. */
  'forget-keyword-reports': { payload: z.strictObject({}), schedule: '20 * * * *' },
  /** Charges due periods, and unpaid ones again after 1, 3, 5, 10 and 14 days. */
  'renew-subscriptions': { payload: z.strictObject({}), schedule: '* * * * *' },
  /** Ends subscriptions, grants the months of years, and announces a near end. */
  'run-subscription-cycle': { payload: z.strictObject({}), schedule: '* * * * *' },
  /** Looks up charges without a response, and retries refunds. */
  'settle-payments': { payload: z.strictObject({}), schedule: '* * * * *' },
  /** Sends due e-mails of the outbox: at once when a member waits for one, and each minute for the others. */
  'send-emails': { payload: z.strictObject({}), schedule: '* * * * *' },
  /** Deletes unused billing keys at the provider. */
  'remove-billing-keys': { payload: z.strictObject({}), schedule: '* * * * *' },
} satisfies Record<string, { payload: z.ZodObject; schedule: string | null }>

export type JobName = keyof typeof jobMap
export type JobPayload<Name extends JobName> = z.infer<(typeof jobMap)[Name]['payload']>
/**
 * A handler throws when it failed: the job is retried, and finally becomes a dead letter. A second run must be
 * harmless.
 */
export type JobHandlers = { [Name in JobName]: (payload: JobPayload<Name>) => Promise<void> }
