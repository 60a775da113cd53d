/**
 * How many days rows are kept that nobody needs for good: what the nightly job deletes (private.purge_rows) and what the privacy policy says.
 * Other periods are rules of their features: texts in the bin, codes, links.
 */
export const retentionDays = {
  /** Single page views; their daily totals stay. */
  visits: 90,
  /** Who looked at which prompt. */
  prompt_views: 90,
  /** Alarms, read or not. */
  alarms: 365,
  /** What commands of the editor offered. */
  editor_commands: 90,
  /** Which keywords a member looked up. */
  keyword_searches: 365,
  /** Analyses of a member's tone; the tone itself stays. */
  tone_analyses: 90,
  /** That something was written, what it cost and how it ended; the ledger's own lines stay. */
  runs: 90,
  /** What a run sent while it went on, for whoever follows it later. */
  run_events: 1,
  /** Keyed hashes of addresses that were invited, which the limits are counted from. */
  invited_addresses: 31,
  /** Seats of a team that nobody took, with their addresses, after their invitation expired. */
  team_invitations: 30,
} as const
