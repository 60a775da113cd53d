/** The roles of members (B19). Owners appoint operators. */
export const roles = ['member', 'operator', 'owner'] as const
export type Role = (typeof roles)[number]

/** Whether the role opens the console. The database decides about its permissions there. */
export const isOperator = (role: string): boolean => role === 'operator' || role === 'owner'

/** Lines on a page of the console, as the database returns them. */
export const operatorsPageSize = 30

export const operatorLimits = {
  /** For the reason that an author reads. */
  reviewReason: 2_000,
  /** For the reason in the log. */
  actReason: 500,
  giftTokens: 10_000_000,
  giftImages: 10_000,
  benefitDuration: 1_000,
  /** The longest possible e-mail address. */
  memberSearch: 254,
} as const

export const benefitUnits = ['day', 'month', 'year'] as const
export type BenefitUnit = (typeof benefitUnits)[number]

/** Every act in the operators' log. */
export type OperatorAct =
  | 'prompt_approve'
  | 'prompt_return'
  | 'prompt_hide'
  | 'report_keep'
  | 'report_remove'
  | 'question_answer'
  | 'question_send'
  | 'question_close'
  | 'question_reopen'
  | 'notice_create'
  | 'notice_change'
  | 'notice_delete'
  | 'article_create'
  | 'article_change'
  | 'article_delete'
  | 'list_members'
  | 'read_member'
  | 'list_questions'
  | 'read_question'
  | 'read_orders'
  | 'list_refund_requests'
  | 'read_movements'
  | 'member_block'
  | 'member_unblock'
  | 'member_gift'
  | 'member_role'
  | 'benefit_give'
  | 'benefit_end'
  | 'invite_give'
  | 'invite_refuse'
  | 'refund_ask'
  | 'refund_done'
  | 'refund_refuse'
  | 'refund_decline'
  | 'factor_removal_ask'
  | 'factor_removal_cancel'
  | 'factor_removed'
