import type { AlarmKind } from './alarms.ts'

/** The kinds that a member can switch off, as `muted_alarms_optional` in the database has them. */
export const optionalAlarms = [
  'tool_execute',
  'balance_low',
  'custom_tone',
  'prompt_execute',
  'prompt_thank',
  'prompt_reviewed',
  'invite_rewarded',
  'team_joined',
  'keyword_changed',
  'rank_changed',
] as const satisfies readonly AlarmKind[]
/**
 * The kinds that always arrive, grouped as the settings name them: a member who missed one could lose money, the
 * account or an answer. Those to operators alone (`question_asked`, `refund_asked`) are in no member's settings.
 */
export const fixedAlarms = {
  payment: ['payment_failed', 'payment_refunded', 'refund_declined', 'renewal_soon', 'subscription_ending'],
  security: ['second_factor'],
  answer: ['contact_reply'],
  team: ['team_invited', 'team_removed'],
  notice: ['notice'],
} as const satisfies Record<string, readonly AlarmKind[]>

/** The kinds of e-mails that a member can switch off, as `muted_emails_optional` in the database has them. */
export const optionalEmails = ['renewal_soon', 'subscription_ending', 'refund_asked'] as const
export type OptionalEmail = (typeof optionalEmails)[number]
/** Groups of e-mails that always arrive, as the settings name them. */
export const fixedEmails = ['receipt', 'failed', 'security', 'answer'] as const
export type OptionalAlarm = (typeof optionalAlarms)[number]
