/**
 * The days for which temporary rows are stored: private.purge_rows deletes them at night, and the privacy policy shows
 * them.
 * Other periods are rules of their features: codes, links.
 */
export const retentionDays = {
  /** Single page views; their daily totals stay. */
  visits: 90,
  /** A member's views of prompts. */
  prompt_views: 90,
  /** Alarms, read or not. */
  alarms: 365,
  /** Alarms that their member deleted, and can restore meanwhile. */
  deleted_alarms: 1,
  /** Runs of prompts that their member deleted, and can restore meanwhile. */
  deleted_prompt_uses: 1,
  /** Suggestions of editor commands. */
  editor_commands: 90,
  /** A member's keyword searches. */
  keyword_searches: 365,
  /** Analyses of a member's tone; the tone itself stays. */
  tone_analyses: 90,
  /** The existence, cost and end of a run; rows of the ledger stay. */
  runs: 90,
  /** Events of a run, for late followers. */
  run_events: 1,
  /** Keyed hashes of invited addresses, from which the limits are counted. */
  invited_addresses: 31,
  /** Unaccepted seats of a team with their addresses, after their invitation expired. */
  team_invitations: 30,
} as const

/** The days for which a deleted text stays in the trash. The job `sweep-texts` then deletes it for good. */
export const trashDays = 30
