// The console's reads and writes, with the operator's own rights: each function checks the caller in the database.
import type { AnswerEmailState, ContactType } from '#shared/contact.ts'
import type { CalledService } from '#shared/daily-calls.ts'
import type { Json } from '#shared/database.types.ts'
import type { BenefitUnit, OperatorAct, Role } from '#shared/operators.ts'
import type { Language } from '#shared/language.ts'
import type { PublicationField, PublicationKind, PublicationType } from '#shared/articles.ts'
import type { PromptForm } from '#shared/prompts-form.ts'
import type { Api } from '#app/session/api.ts'
import type { Supabase } from '#app/session/supabase.ts'
import { given, read, readPage } from './read-page.ts'

export type Overview = {
  prompts: number
  reports: number
  questions: number
  undelivered: number
  refunds: number
  invites: number
  dead_jobs: number
  sign_ups: number
  runs: { all: number; failed: number }
  tokens: number
  charged: number
}
/** Today's calls by service; one without a call is missing. */
export type DailyCalls = Partial<Record<CalledService, number>>
export const readDailyCalls = (supabase: Supabase) =>
  read<DailyCalls>(supabase.rpc('operator_read_daily_calls'))
export const readOverview = (supabase: Supabase) => read<Overview>(supabase.rpc('operator_read_overview'))

export type ReviewLine = {
  id: number
  number: number
  title: string
  description: string
  language: string
  created_at: string
  is_show: boolean
  author: string
}
export const listReviews = (supabase: Supabase, after: number | null) =>
  readPage<ReviewLine>(supabase.rpc('operator_list_reviews', given('after_id', after)))

type PromptFacts = {
  prompt_id: number
  author: string
  author_id: string
  is_show: boolean
  created_at: string
}
export type Review = PromptFacts & {
  id: number
  number: number
  status: 'draft' | 'in_review' | 'approved' | 'returned' | 'superseded'
  reason: string | null
  /** Null for a prompt that was never submitted. */
  content: PromptForm | null
  /** The published content; null for a prompt that is not shown. */
  shown: PromptForm | null
  /** `version_id` of those that wait for a review themselves. */
  similar: { id: number; version_id: number | null; title: string; similarity: number }[]
}
export const findReview = (supabase: Supabase, id: number) =>
  read<Review | null>(supabase.rpc('operator_read_review', { version_id: id }))

/** Publishes a version, or returns it with a reason. @throws AppError not_found when it does not wait (any more) */
export const reviewPrompt = (supabase: Supabase, id: number, reason: string | null) =>
  read<void>(
    supabase.rpc('operator_review_prompt', {
      version_id: id,
      is_approved: reason === null,
      ...given('reason', reason),
    }),
  )
/** @throws AppError not_found when it is not shown (any more) */
export const hidePrompt = (supabase: Supabase, id: number, reason: string) =>
  read<void>(supabase.rpc('operator_hide_prompt', { prompt_id: id, reason }))

export type ReportLine = {
  id: number
  count: number
  reasons: string[]
  created_at: string
  prompt_id: number
  /** Null while it is not shown. */
  title: string | null
  language: string
  is_show: boolean
  author: string
}
export const listReports = (supabase: Supabase, after: number | null) =>
  readPage<ReportLine>(supabase.rpc('operator_list_reports', given('after_id', after)))

export type ReportedPrompt = PromptFacts & {
  /** Null while it is not shown. */
  content: PromptForm | null
  reports: { id: number; reason: string; detail: string; created_at: string }[]
}
export const findReports = (supabase: Supabase, promptId: number) =>
  read<ReportedPrompt | null>(supabase.rpc('operator_read_reports', { prompt_id: promptId }))

/**
 * @param reason why the prompt is taken down; null leaves it published @throws AppError not_found when nothing is open
 * (any more)
 */
export const decideReports = (supabase: Supabase, promptId: number, reason: string | null) =>
  read<void>(
    supabase.rpc('operator_decide_reports', {
      prompt_id: promptId,
      is_removed: reason !== null,
      ...given('reason', reason),
    }),
  )

export type QuestionLine = {
  id: number
  type: ContactType
  title: string
  language: Language
  created_at: string
  answered_at: string | null
  closed_at: string | null
  /** Null for a visitor. */
  asker: string | null
  is_undelivered: boolean
}
export type Question = Omit<QuestionLine, 'is_undelivered'> & {
  user_id: string | null
  email: string
  description: string
  answer: string | null
  /** Null for an answer at a terminal, and for an operator whose account is deleted. */
  answered_by: string | null
  /** Null where none was sent. */
  email_state: AnswerEmailState | null
  sent_at: string | null
}
export const listQuestions = (
  supabase: Supabase,
  wanted: { isOpen: boolean; type: ContactType | null; from: number | null },
) =>
  readPage<QuestionLine>(
    supabase.rpc('operator_list_questions', {
      is_open: wanted.isOpen,
      ...given('kind', wanted.type),
      ...given('from_id', wanted.from),
    }),
  )
export const findQuestion = (supabase: Supabase, id: number) =>
  read<Question | null>(supabase.rpc('operator_read_question', { question_id: id }))
/** Stores an answer and its e-mail. @throws AppError not_found when the question is not open (any more) */
export const answerQuestion = (api: Api, body: { uuid: string; question: number; answer: string }) =>
  api.json('/contact/answer', { body })
/** @throws AppError not_found while the e-mail is on its way, and when it arrived */
export const sendAnswerAgain = (api: Api, body: { uuid: string; question: number }) =>
  api.json('/contact/answer/email', { body })
/** Closes a question without an answer, or opens it again. */
export const closeQuestion = (supabase: Supabase, id: number, isClosed: boolean) =>
  read<void>(supabase.rpc('operator_close_question', { question_id: id, is_closed: isClosed }))

export const publicationStates = ['draft', 'scheduled', 'shown'] as const
export type PublicationState = (typeof publicationStates)[number]
export type PublicationLine = {
  id: number
  type: PublicationType
  title_ko: string
  title_en: string
  published_at: string | null
  updated_at: string
  /** Whether its scheduled time has passed. */
  is_shown: boolean
}
export type PublicationTexts = Record<PublicationField, string>
export type StoredPublication = PublicationTexts & {
  id: number
  key: string
  type: PublicationType
  published_at: string | null
  updated_at: string
  is_shown: boolean
  revision: number
  is_important?: boolean
  announced_at?: string | null
}
export const listPublications = (
  supabase: Supabase,
  wanted: { kind: PublicationKind; state: PublicationState | null; before: number | null },
) =>
  readPage<PublicationLine>(
    supabase.rpc('operator_list_publications', {
      kind: wanted.kind,
      ...given('state', wanted.state),
      ...given('before_id', wanted.before),
    }),
  )
export const findPublication = (supabase: Supabase, kind: PublicationKind, id: number) =>
  read<StoredPublication | null>(supabase.rpc('operator_read_publication', { kind, publication_id: id }))
/**
 * @param content.key created with the form, so that a repeated save does not create a second one
 * @param publish `draft`, `now` or a UTC time in the future
 * @param base the id to change and the revision that was read; null creates a new one
 * @throws AppError edit_conflict when another operator changed it since, invalid_field
 */
export const savePublication = (
  supabase: Supabase,
  kind: PublicationKind,
  content: PublicationTexts & { type: string; is_important: boolean; key: string },
  publish: string,
  base: { id: number; revision: number } | null,
) =>
  read<{ id: number; revision: number }>(
    supabase.rpc('operator_save_publication', {
      kind,
      content: content as Json,
      publish,
      ...(base ? { publication_id: base.id, base_revision: base.revision } : {}),
    }),
  )
/** @throws AppError not_found when it is no draft (any more) */
export const deletePublication = (supabase: Supabase, kind: PublicationKind, id: number) =>
  read<void>(supabase.rpc('operator_delete_publication', { kind, publication_id: id }))

export const memberStates = ['blocked', 'operators', 'left'] as const
export type MemberState = (typeof memberStates)[number]
export type MemberLine = {
  id: string
  nickname: string
  email: string | null
  role: Role
  is_block: boolean
  is_active: boolean
  created_at: string
  plan: string | null
  token: number | null
}
export type MemberDetails = Omit<MemberLine, 'token'> & {
  provider: string
  blocked_at: string | null
  subscription: string | null
  token: number
  payment_token: number
  image: number
  payment_image: number
  benefit: { type_detail: string | null; start_at: string; end_at: string } | null
  has_second_factor: boolean
  /** When the removal takes effect that an owner requested. */
  factor_removal_at: string | null
  texts: number
  prompt_runs: number
  failed_runs: number
  prompts: number
  shown_prompts: number
}
export const listMembers = (
  supabase: Supabase,
  wanted: { search: string; state: MemberState | null; after: string | null },
) =>
  readPage<MemberLine>(
    supabase.rpc('operator_list_members', {
      search: wanted.search,
      ...given('state', wanted.state),
      ...given('after_id', wanted.after),
    }),
  )
export const findMember = (supabase: Supabase, id: string) =>
  read<MemberDetails | null>(supabase.rpc('operator_read_member', { member: id }))

export type Movement = {
  id: number
  kind: string
  bucket: string
  amount: number
  balance_after: number
  created_at: string
}
export const listMovements = (
  supabase: Supabase,
  member: string,
  kind: 'token' | 'image',
  before: number | null,
) =>
  readPage<Movement>(supabase.rpc('operator_list_movements', { member, kind, ...given('before_id', before) }))

/**
 * Owners only: takes effect after three days. @throws AppError not_found without a second factor, or when the removal
 * is already requested
 */
export const askFactorRemoval = (supabase: Supabase, member: string, reason: string) =>
  read<void>(supabase.rpc('operator_ask_factor_removal', { member, reason }))
export const cancelFactorRemoval = (supabase: Supabase, member: string) =>
  read<void>(supabase.rpc('operator_cancel_factor_removal', { member }))
export const blockMember = (supabase: Supabase, member: string, isBlocked: boolean, reason: string) =>
  read<void>(supabase.rpc('operator_block_member', { member, is_blocked: isBlocked, reason }))
/** @param gift.id made once for each gift, so that asking again gives nothing twice @returns false when it was given before */
export const giveGift = (
  supabase: Supabase,
  member: string,
  gift: { id: string; tokens: number; images: number; reason: string },
) =>
  read<boolean>(
    supabase.rpc('operator_give', {
      member,
      tokens: gift.tokens,
      images: gift.images,
      gift: gift.id,
      reason: gift.reason,
    }),
  )
/** @throws AppError benefit_active while there is one */
export const giveBenefit = (
  supabase: Supabase,
  member: string,
  benefit: { plan: string; duration: number; unit: BenefitUnit; startAt: string },
) =>
  read<void>(
    supabase.rpc('operator_give_benefit', {
      member,
      type_detail: benefit.plan,
      duration: benefit.duration,
      duration_unit: benefit.unit,
      start_at: benefit.startAt,
    }),
  )
export const endBenefit = (supabase: Supabase, member: string) =>
  read<void>(supabase.rpc('operator_end_benefit', { member }))
/** Owners only. @throws AppError forbidden */
export const setRole = (supabase: Supabase, member: string, role: Role) =>
  read<void>(supabase.rpc('operator_set_role', { member, role }))

export type InviteLine = {
  id: number
  created_at: string
  inviter_id: string
  inviter: string
  friend_id: string
  friend: string
  is_friend_here: boolean
  inviter_total: number
  inviter_day: number
}
export const listInvites = (supabase: Supabase, after: number | null) =>
  readPage<InviteLine>(supabase.rpc('operator_list_invites', given('after_id', after)))
export const decideInvite = (supabase: Supabase, id: number, isGiven: boolean) =>
  read<void>(supabase.rpc('operator_decide_invite', { invite_id: id, is_given: isGiven }))

export type LogLine = {
  id: number
  act: OperatorAct
  subject_id: string | null
  details: Record<string, string | number | undefined>
  created_at: string
  member_id: string | null
  member: string | null
  /** Null for an act at a terminal. */
  operator: string | null
}
export const listLog = (supabase: Supabase, before: number | null, member: string | null = null) =>
  readPage<LogLine>(
    supabase.rpc('operator_list_log', { ...given('before_id', before), ...given('member', member) }),
  )

/** `totals` by kind of visit or act; a kind that did not happen is missing. `day` is one of Korea. */
export type VisitDay = { day: string; totals: Record<string, number> }
/** The last thirty days with visits, the newest first. */
export const listVisits = (supabase: Supabase) => read<VisitDay[]>(supabase.rpc('operator_list_visits', {}))
