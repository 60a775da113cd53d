/** The kinds of alarms (N01, B34). Screens compose the texts from kind and data in the reader's language. */
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
  'refund_asked',
  'refund_declined',
  'renewal_soon',
  'keyword_changed',
  'rank_changed',
] as const
export type AlarmKind = (typeof alarmKinds)[number]

/**
 * The content of `user_alarm.data` by kind. `source_id` identifies the subject and makes one event one alarm.
 * - `prompt_thank`, `prompt_execute`: `title` of the prompt; `source_id` begins with the prompt's id
 * - `tool_execute`: `tool`, `title` of the text; `source_id` is the text's id
 * - `contact_reply`: `title` of the question
 * - `prompt_reviewed`: `title`, `is_show` (published or not), `is_edit` where a returned edit leaves the prompt public;
 * `source_id` begins with the prompt's id
 * - `invite_rewarded`: `tokens` and `images`; no name, because alarms outlive the friend's account
 * - `balance_low`: the used `percent`, 80 or 95
 * - `payment_refunded`: the refunded `amount`, in KRW
 * - `subscription_ending`: `date`, an ISO day
 * - `notice`: `ko` and `en`, and optionally a `path` inside a language
 * - `team_invited`, `team_joined`, `team_removed`: no data and no name, because alarms outlive accounts. `source_id` is
 * the seat's id
 * - `question_asked`: no data, for operators; `source_id` is the question's id
 * - `second_factor`: `state` (asked, removed, recovered), and for asked the `date` on which it takes effect
 * - `refund_asked`: no data, for operators; `refund_declined`: no data, because the payments show the answer.
 * `source_id` is the request's id
 * - `renewal_soon`: `date` of the charge, `amount` in KRW, `plan` and `period`
 * - `keyword_changed`: `count` of saved keywords, and the `title` of the one that changed most; `source_id` is the Monday
 * of the week
 * - `rank_changed`: `title` is the keyword, `is_first` whether the blog is among the first ten now, `position` where it
 * was found
 * Each field may be missing: the alarm's text then has less detail.
 */
export type AlarmData = Readonly<Record<string, unknown>>

export const alarmPageSize = 100
