/**
 * Every error that members can get, with its HTTP status. Its message is `errors.<code>` in
 * messages/{ko,en}/errors.json.
 */
const errorStatus = {
  // General
  try_again: 500,
  internal: 500,
  page_not_found: 404,
  not_found: 404,
  sign_in_required: 401,
  forbidden: 403,
  invalid_request: 400,
  invalid_field: 400,
  payload_too_large: 413,
  unsupported_media_type: 415,
  method_not_allowed: 405,
  too_many_requests: 429,
  /** A repeat of the Idempotency-Key with another body. */
  idempotency_key_reused: 422,
  unavailable: 503,
  /** The required service is not configured on this public site. */
  service_closed: 503,
  // Requests
  missing_request_info: 400,
  missing_uuid: 400,
  missing_update_info: 400,
  foreign_uuid: 403,
  check_required_fields: 400,
  // Members
  member_not_found: 404,
  member_lookup_failed: 500,
  member_create_failed: 500,
  member_update_failed: 500,
  member_delete_failed: 500,
  user_or_usage_failed: 500,
  user_blocked: 403,
  second_factor_required: 403,
  /** The member has not agreed to the current version of the terms or the privacy policy. */
  consent_required: 403,
  fresh_sign_in_required: 403,
  deletion_expired: 409,
  nickname_invalid: 400,
  nickname_taken: 409,
  foreign_file: 403,
  deleted_account: 409,
  already_signed_up: 409,
  // Tools
  request_in_progress: 409,
  no_tokens: 402,
  no_image_credits: 402,
  daily_limit: 429,
  site_limit: 503,
  plan_required: 402,
  tool_create_failed: 500,
  tool_update_failed: 500,
  title_create_failed: 500,
  select_title: 400,
  write_first: 400,
  save_first: 400,
  share_after_save: 409,
  /** Texts, or saved keywords. */
  texts_full: 413,
  edit_conflict: 409,
  no_content: 400,
  select_history: 400,
  model_unavailable: 502,
  model_timeout: 504,
  model_refused: 422,
  stream_cut: 502,
  text_unfinished: 502,
  not_running: 409,
  // Files
  only_image_format: 400,
  only_video_format: 400,
  only_pdf_format: 400,
  only_tool_file_format: 400,
  image_too_large: 413,
  video_too_large: 413,
  pdf_too_large: 413,
  file_too_large: 413,
  too_many_files: 400,
  upload_failed: 400,
  file_empty: 400,
  file_gone: 404,
  file_unreadable: 422,
  pdf_encrypted: 422,
  pdf_too_many_pages: 422,
  scan_too_long: 422,
  pdf_without_text: 422,
  picture_too_many_pixels: 422,
  reader_busy: 503,
  picture_not_shown: 422,
  video_not_shown: 422,
  // Links
  too_many_links: 400,
  link_refused: 422,
  link_unreadable: 422,
  link_timeout: 504,
  link_too_large: 413,
  link_unreachable: 502,
  link_gone: 404,
  link_sign_in: 422,
  link_not_page: 415,
  /** The host's robots rules disallow a page that a search found. */
  link_robots: 422,
  // Tones
  duplicate_link: 400,
  post_too_short: 422,
  too_few_posts: 422,
  tone_create_failed: 500,
  // Keywords
  enter_keyword: 400,
  keyword_too_short: 400,
  keyword_unavailable: 502,
  minimum_count: 400,
  invalid_url: 400,
  // Prompts
  prompt_not_found: 404,
  prompt_use_create_failed: 500,
  prompt_too_long: 422,
  already_reported: 409,
  // Alarms
  alarm_create_failed: 500,
  // Plans and payment
  check_plan: 402,
  plan_already_selected: 409,
  must_cancel_first: 409,
  cancel_only_when_active: 409,
  cancel_reason_required: 400,
  benefit_active: 409,
  already_received: 409,
  invite_code_unusable: 409,
  invite_code_closed: 409,
  subscription_active: 409,
  debt_remaining: 409,
  payment_confirming: 409,
  payment_failed: 402,
  unpaid_card: 402,
  // Teams
  team_needed: 409,
  team_full: 409,
  team_already_invited: 409,
  team_already_seated: 409,
  team_own_invite: 409,
  team_other_address: 403,
  team_invite_gone: 404,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof errorStatus
export const errorCodes = Object.keys(errorStatus) as ErrorCode[]

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorStatus, value)
}

/**
 * The rules that a field can break. Their messages are `errors.field.<rule>`; `count` is the limit in characters or
 * items.
 */
export const fieldRules = [
  'required',
  'too_long',
  'too_short',
  'too_few',
  'too_many',
  'too_small',
  'too_large',
  'choose',
  'invalid',
] as const
export type FieldRule = (typeof fieldRules)[number]

/** The body of every error from /v1. `message` is in the language of the request's Accept-Language. */
export type ErrorBody = { code: ErrorCode; message: string; field?: string; detail?: ErrorDetail }

/** Facts that a screen needs to act on an error: the live run, the exceeded limit. */
export type ErrorDetail = {
  run_id?: number
  /** The live run is one of a prompt. */
  prompt_use_id?: number
  /** The live run learns the member's tone. */
  tone_analysis_id?: number
  /** The live run is a command on this text. */
  edit_of_id?: number
  /** The live run analyses a keyword. */
  keyword_search_id?: number
  rule?: FieldRule
  count?: number
  needed?: number
  available?: number
  /** An ISO time: the action is possible again from then on. */
  until?: string
  /** The file or link with the error. */
  name?: string
}

/**
 * The one error class of the product. It is translated once per boundary, and never shows SQL, stacks or secrets to a
 * member.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly field: string | undefined
  readonly detail: ErrorDetail | undefined

  constructor(
    code: ErrorCode,
    options: { field?: string; detail?: ErrorDetail; cause?: unknown; message?: string } = {},
  ) {
    super(options.message ?? code, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.field = options.field
    this.detail = options.detail
  }

  get status(): number {
    return errorStatus[this.code]
  }

  /** The message in the member's language, if the thrower set one. */
  get words(): string | undefined {
    return this.message === this.code ? undefined : this.message
  }
}
