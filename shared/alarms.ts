/** What a member can be told about (N01, B34). The texts are composed from kind and data in the reader's language. */
export const alarmKinds = [
  'prompt_thank',
  'prompt_execute',
  'tool_execute',
  'contact_reply',
  'custom_tone',
  'prompt_reviewed',
  'invite_rewarded',
  'balance_low',
  'payment_failed',
  'payment_refunded',
  'subscription_ending',
  'notice',
  'team_invited',
  'team_joined',
  'team_removed',
  'question_asked',
  'second_factor',
] as const
export type AlarmKind = (typeof alarmKinds)[number]

/**
 * What goes into `user_alarm.data`, by kind; `source_id` names what it is about and makes one event one alarm.
 * - `prompt_thank`, `prompt_execute`: `title` of the prompt; `source_id` begins with the prompt's id
 * - `tool_execute`: `tool`, `title` of the text; `source_id` is the text's id
 * - `contact_reply`: `title` of the question
 * - `prompt_reviewed`: `title`, `is_show` (published or not), `is_edit` where a returned edit leaves the prompt public; `source_id` begins with the prompt's id
 * - `invite_rewarded`: `tokens` and `images`; no name, for alarms outlive the friend's account
 * - `balance_low`: `percent` that is used, 80 or 95
 * - `payment_refunded`: `amount` that went back, in KRW
 * - `subscription_ending`: `date`, an ISO day
 * - `notice`: `ko` and `en`, and a `path` inside a language if it leads somewhere
 * - `team_invited`, `team_joined`, `team_removed`: nothing; they name nobody, for alarms outlive accounts. `source_id` is the seat's id
 * - `question_asked`: nothing, for operators; `source_id` is the question's id
 * - `second_factor`: `state` (asked, removed, recovered), and for asked the `date` on which it takes effect
 * Everything may be missing: an alarm then says less.
 */
export type AlarmData = Readonly<Record<string, unknown>>

export const alarmPageSize = 100
