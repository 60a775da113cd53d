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
] as const satisfies readonly AlarmKind[]
export type OptionalAlarm = (typeof optionalAlarms)[number]
