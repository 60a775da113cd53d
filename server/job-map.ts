// Every background job: its name, what it is told and when it runs by itself. Handlers stand in jobs/, one file each.
import { z } from 'zod'

/** How often a job is tried before it is a dead letter. */
export const jobTries = 6

export const jobMap = {
  /** What must hold in the database (fsck.ts): looked at every night, when few people write (04:00 in Seoul). */
  'check-rules': { payload: z.strictObject({}), schedule: '0 4 * * *' },
  /** Views, uses, saves and thanks since the last minute become part of the trend scores. */
  'refresh-trend-scores': { payload: z.strictObject({}), schedule: '* * * * *' },
  /** Who looked at what is kept for two days (03:30 in Seoul). */
  'forget-prompt-engagement': { payload: z.strictObject({}), schedule: '30 3 * * *' },
  /** Rows that are older than shared/retention.ts says (04:20 in Seoul, after the totals of visits). */
  'purge-rows': { payload: z.strictObject({}), schedule: '20 4 * * *' },
  /** Visits become totals of days, the one that goes on too. */
  'sum-up-statistics': { payload: z.strictObject({}), schedule: '1 * * * *' },
  /** Members hear of important notices when their time has come. */
  'announce-notices': { payload: z.strictObject({}), schedule: '* * * * *' },
  /** The files of an account that was deleted: all but the pictures of published prompts. */
  'erase-files': { payload: z.strictObject({ userId: z.uuid() }), schedule: null },
  /** Tokens of deletions that nobody used (03:45 in Seoul). */
  'forget-deletions': { payload: z.strictObject({}), schedule: '45 3 * * *' },
  /** Idempotency keys of more than a day ago (03:35 in Seoul). */
  'forget-idempotency-keys': { payload: z.strictObject({}), schedule: '35 3 * * *' },
  /** Second factors whose removal an owner asked for go once the wait is over. */
  'remove-due-factors': { payload: z.strictObject({}), schedule: '*/5 * * * *' },
  /** Who has not signed in for a year is dormant (03:40 in Seoul). */
  'mark-dormant': { payload: z.strictObject({}), schedule: '40 3 * * *' },
  /** Texts that were deleted a while ago, and files that no text needs any more. */
  'sweep-texts': { payload: z.strictObject({}), schedule: '*/5 * * * *' },
  /** Keyword figures that nobody may open any more. */
  'forget-keyword-reports': { payload: z.strictObject({}), schedule: '20 * * * *' },
  /** Periods that are due are charged, and unpaid ones again after 1, 3, 5, 10 and 14 days. */
  'renew-subscriptions': { payload: z.strictObject({}), schedule: '* * * * *' },
  /** Subscriptions end, years give their months, and members hear of an end that comes near. */
  'run-subscription-cycle': { payload: z.strictObject({}), schedule: '* * * * *' },
  /** Charges whose answer never came are looked up, and refunds asked for again. */
  'settle-payments': { payload: z.strictObject({}), schedule: '* * * * *' },
  /** E-mails of the outbox that are due. Sent with every e-mail that somebody waits for, and each minute for the others. */
  'send-emails': { payload: z.strictObject({}), schedule: '* * * * *' },
  /** The provider deletes the keys of cards that nobody uses any more. */
  'remove-billing-keys': { payload: z.strictObject({}), schedule: '* * * * *' },
} satisfies Record<string, { payload: z.ZodObject; schedule: string | null }>

export type JobName = keyof typeof jobMap
export type JobPayload<Name extends JobName> = z.infer<(typeof jobMap)[Name]['payload']>
/** Throws when it failed: the job is tried again, and at last becomes a dead letter. Must be harmless when it runs twice. */
export type JobHandlers = { [Name in JobName]: (payload: JobPayload<Name>) => Promise<void> }
