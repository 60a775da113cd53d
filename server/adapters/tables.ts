// The rows of the tables that the server reads and writes with our own rights, as the driver returns them: see
// supabase/migrations.
import type { ColumnType, Generated } from 'kysely'
import type {
  BillingPeriod,
  ChargeFailure,
  OrderStatus,
  OrderType,
  PackName,
  PaidPlan,
  RefundFailure,
  RefundStatus,
  SubscriptionStatus,
} from '#shared/payments.ts'
import type { Language } from '#shared/language.ts'
import type { Manner } from '#shared/manner.ts'
import type { ToneLink, ToneStatus } from '#shared/tones.ts'
import type { ReadSource, RunStatus } from '#shared/tools.ts'

type Json = unknown
type Timestamp = ColumnType<string, string | undefined, string>
type NullableTimestamp = ColumnType<string | null, string | null | undefined, string | null>
type Id = ColumnType<number, never, never>

export type UserTable = {
  id: string
  uuid: ColumnType<string, never, never>
  nickname: string
  email: string | null
  photo: string | null
  background: string | null
  provider: string
  role: Generated<string>
  recommend_code: Generated<string>
  is_email_reception: Generated<boolean>
  is_terms_use: Generated<boolean>
  is_terms_privacy: Generated<boolean>
  is_block: Generated<boolean>
  is_dormant: Generated<boolean>
  is_active: Generated<boolean>
  blocked_at: NullableTimestamp
  dormanted_at: NullableTimestamp
  logined_at: NullableTimestamp
  password_changed_at: NullableTimestamp
  created_at: Timestamp
  updated_at: Timestamp
}

type ToolUseTable = {
  id: Id
  user_id: string
  tool: string
  status: Generated<RunStatus>
  stage: string | null
  request: ColumnType<Json, string, string>
  language: string
  model: string
  is_demo: Generated<boolean>
  title: string | null
  titles: Generated<string[]>
  sources: ColumnType<ReadSource[], string | undefined, string>
  outline: Generated<string[]>
  content: Generated<string>
  tags: Generated<string[]>
  assumed: Generated<string[]>
  advice: Generated<string[]>
  thumbnail: string | null
  picture_error: string | null
  error_code: string | null
  token: Generated<number>
  token_input: Generated<number>
  token_output: Generated<number>
  image: Generated<number>
  duration: number | null
  saved_at: NullableTimestamp
  edited_at: NullableTimestamp
  share_id: string | null
  attempt: Generated<number>
  deleted_at: NullableTimestamp
  copy_of: number | null
  created_at: Timestamp
  updated_at: Timestamp
}

type PromptUseTable = {
  id: Id
  status: Generated<RunStatus>
  title: Generated<string>
  prompt: string
  prompt_parameter: ColumnType<Json, string, string>
  result: Generated<string>
  model: string
  is_demo: Generated<boolean>
  error_code: string | null
  token: Generated<number>
  token_input: Generated<number>
  token_output: Generated<number>
  duration: number | null
  prompt_id: number | null
  prompt_type_id: number
  prompt_model_id: number
  prompt_use_id: number | null
  is_comparison: Generated<boolean>
  regenerated_from_id: number | null
  user_id: string
  created_at: Timestamp
  updated_at: Timestamp
  deleted_at: NullableTimestamp
}

type PublicationTable = {
  id: Id
  key: string
  type: string
  title_ko: string
  title_en: string
  summary_ko: string
  summary_en: string
  content_ko: string
  content_en: string
  published_at: NullableTimestamp
  updated_at: Timestamp
}

export type Tables = {
  article: PublicationTable
  notice: PublicationTable & { is_important: Generated<boolean>; announced_at: NullableTimestamp }
  user: UserTable
  user_usage: {
    id: string
    token: Generated<number>
    image: Generated<number>
    plan: Generated<string>
    payment_token: Generated<number>
    payment_image: Generated<number>
    last_subscription_status: string | null
  }
  subscription: {
    id: Id
    user_id: string
    plan: PaidPlan
    period: BillingPeriod
    status: SubscriptionStatus
    amount: number
    period_number: number
    period_start: Timestamp
    period_end: Timestamp
    next_try_at: NullableTimestamp
  }
  payment_order: {
    id: Id
    code: string
    user_id: string
    type: OrderType
    plan: PaidPlan | null
    period: BillingPeriod | null
    pack: PackName | null
    amount: number
    refunded: Generated<number>
    pays_stored: Generated<boolean>
    token: number
    image: number
    status: OrderStatus
    failure: ChargeFailure | null
    card_issuer: string | null
    card_last_four: string | null
    receipt_url: string | null
    try_number: number
    lease_until: NullableTimestamp
    check_at: NullableTimestamp
    created_at: Timestamp
    paid_at: NullableTimestamp
  }
  'private.payment': {
    id: Id
    order_id: number
    code: string
    status: string
    payment_key: string | null
    created_at: Timestamp
  }
  'private.billing_customer': { user_id: string; customer_key: string }
  'private.billing_key': { user_id: string; cipher: string }
  'private.order_key': { order_id: number; cipher: string }
  'private.removed_key': { id: Id; cipher: string; tries: number; next_at: Timestamp }
  'private.payment_event': { transmission_id: string; event_type: string; code: string }
  'private.simulated_payment': {
    code: string
    payment_key: string
    amount: number
    status: string
    failure: string | null
    visible_at: Timestamp
    approved_at: Timestamp
    returned: Generated<number>
    refunds: Generated<string[]>
  }
  'private.payment_refund': {
    id: string
    order_id: number
    operator_id: string
    amount: number
    balance: number
    reason: string
    status: RefundStatus
    failure: RefundFailure | null
    provider_code: string | null
    tries: number
    created_at: Timestamp
  }
  user_tone: {
    id: string
    status: Generated<ToneStatus>
    title: string | null
    description: string | null
    icon: string | null
    result: string | null
    manner: ColumnType<Manner | null, string | null | undefined, string | null>
    created_at: Timestamp
    updated_at: Timestamp
  }
  tone_analysis: {
    id: Id
    user_id: string
    urls: string[]
    language: Language
    links: ColumnType<ToneLink[], string | undefined, string>
    status: Generated<string>
    error_code: string | null
    model: string
    is_demo: Generated<boolean>
    title: string | null
    description: string | null
    icon: string | null
    result: string | null
    manner: ColumnType<Manner | null, string | null | undefined, string | null>
    token: Generated<number>
    token_input: Generated<number>
    token_output: Generated<number>
    duration: number | null
    created_at: Timestamp
  }
  user_alarm: {
    id: Id
    user_id: string
    kind: string
    source_id: string
    data: ColumnType<Json, string, string>
    is_read: Generated<boolean>
    deleted_at: NullableTimestamp
  }
  contact: {
    id: Id
    user_id: string | null
    type: string
    email: string
    title: string
    description: string
    language: string
    answer: string | null
    answered_at: NullableTimestamp
    closed_at: NullableTimestamp
    created_at: Timestamp
  }
  tool_use: ToolUseTable
  token_history: {
    id: Id
    user_id: string
    spender_id: string
    kind: string
    bucket: string
    amount: number
    balance_after: number
    idempotency_key: string
    tool_use_id: number | null
    created_at: Timestamp
  }
  tool_edit: {
    id: Id
    user_id: string
    tool_use_id: number
    feature: string
    status: Generated<string>
    model: string
    is_demo: Generated<boolean>
    result: Generated<string>
    error_code: string | null
    token: Generated<number>
    image: Generated<number>
    token_input: Generated<number>
    token_output: Generated<number>
    duration: number | null
  }
  prompt: {
    id: Id
    title: string
    prompt: string
    language: Language
    is_show: boolean
    user_id: string
    use_count: number
    prompt_model_id: number
  }
  prompt_version: {
    id: Id
    prompt_id: number
    number: number
    title: string
    prompt: string
    language: Language
    prompt_model_id: number
  }
  prompt_use: PromptUseTable
  tool_use_version: { id: Id; tool_use_id: number; number: number; content: string; made_by: string }
  keyword_search: {
    id: Id
    user_id: string
    kind: ColumnType<'data' | 'brief', 'data' | 'brief' | undefined, never>
    keyword: string
    key: string
    status: ColumnType<string, string | undefined, string>
    is_sample: boolean
    token: ColumnType<number, number | undefined, number>
    error_code: ColumnType<string | null, string | null | undefined, string | null>
    created_at: Timestamp
    done_at: NullableTimestamp
  }
  saved_keyword_week: { saved_id: number; week: string; searches: number | null }
  keyword_rank: { saved_id: number; day: string; position: number | null }
  saved_keyword: {
    id: Id
    user_id: string
    keyword: string
    key: string
    is_sample: boolean
    blog: string
    removed_at: NullableTimestamp
  }
  'private.daily_call': { day: string; name: string; calls: number }
  'private.keyword_report': {
    kind: 'data' | 'brief' | 'trend'
    key: string
    is_sample: boolean
    data: Json
    read_at: Timestamp
  }
  'private.run': {
    id: Id
    kind: 'tool_use' | 'tool_edit' | 'prompt_use' | 'tone_analysis' | 'keyword_search'
    subject_id: number
    attempt: Generated<number>
    idempotency_key: ColumnType<string, never, never>
    member_id: string
    payer_id: string
    input: Json
    model: Generated<string>
    status: Generated<RunStatus>
    held_token: number
    held_image: number
    token: Generated<number>
    image: Generated<number>
    token_input: Generated<number>
    token_output: Generated<number>
    duration: Generated<number>
    error_code: string | null
    state: ColumnType<unknown, string | null, string | null>
    failure_count: Generated<number>
    lease_until: Timestamp
    handed_over_at: NullableTimestamp
    cancel_requested_at: NullableTimestamp
    created_at: Timestamp
    ended_at: NullableTimestamp
    stage: string | null
  }
  'private.use_count': { key: string; count: number }
  'private.file_deletion_queue': {
    path: string
    user_id: string
    queued_at: Timestamp
    bucket: ColumnType<'document' | 'image' | 'video', 'document' | 'image' | 'video' | undefined>
  }
  'private.made_picture': { path: string; user_id: string; made_at: Timestamp }
  'private.deletion_token': { user_id: string; session_id: string; token_hash: string; expires_at: Timestamp }
  'private.deleted_identity': { identity_hash: string; until: Timestamp }
  'storage.objects': { name: string; bucket_id: string; owner_id: string }
  'private.run_event': { run_id: number; first_id: number; last_id: number; events: string }
  'auth.users': { id: string; email: string | null; raw_user_meta_data: Json }
  'auth.identities': {
    id: string
    user_id: string
    provider_id: string
    provider: string
    identity_data: Json
  }
  'auth.sessions': { id: string; user_id: string; not_after: string | null }
  'auth.mfa_factors': {
    id: string
    user_id: string
    factor_type: string
    status: string
    created_at: Date
    updated_at: Date
  }
}
