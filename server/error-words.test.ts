import { expect, it } from 'vitest'
import { errorCodes, fieldRules, type ErrorCode } from '#shared/errors.ts'
import en from '#shared/messages/en/errors.json' with { type: 'json' }
import ko from '#shared/messages/ko/errors.json' with { type: 'json' }

type Tree = { [key: string]: string | Tree }
const paths = (tree: Tree, prefix = ''): string[] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [prefix + key] : paths(value, `${prefix}${key}.`),
  )
const texts = (tree: Tree): string[] =>
  Object.values(tree).flatMap((value) => (typeof value === 'string' ? [value] : texts(value)))
const placeholders = (text: string) =>
  (text.match(/\{\w+(\|#)?\}/g) ?? []).map((name) => name.replace('|#', '')).toSorted()

/** The error catalogue of the specification, section 8, message by message. */
const catalogue: Record<string, ErrorCode[]> = {
  'route not found': ['page_not_found'],
  'Only Image Format': ['only_image_format'],
  'Only Video Format': ['only_video_format'],
  'Only PDF Format': ['only_pdf_format'],
  'Only Tool File Format': ['only_tool_file_format'],
  'Image Size is too large': ['image_too_large'],
  'Video Size is too large': ['video_too_large'],
  'PDF Size is too large': ['pdf_too_large'],
  'File Size is too large': ['file_too_large'],
  'general upload failure': ['upload_failed'],
  'PGRST116: information not found': ['not_found'],
  '42501: sign in': ['sign_in_required'],
  'default: try again shortly': ['try_again'],
  'previous request in progress': ['request_in_progress'],
  'format, size and count limits': ['only_tool_file_format', 'file_too_large', 'too_many_files'],
  'select a title': ['select_title'],
  'check required fields': ['check_required_fields'],
  'enter keyword': ['enter_keyword'],
  'minimum count': ['minimum_count', 'keyword_too_short'],
  'correct URL': ['invalid_url'],
  'failed to get user or usage': ['user_or_usage_failed'],
  'user blocked (contact us)': ['user_blocked'],
  'no usable tokens': ['no_tokens'],
  'no image credits': ['no_image_credits'],
  'check plan status': ['check_plan'],
  'tool creation or update failed': ['tool_create_failed', 'tool_update_failed'],
  'title creation failed': ['title_create_failed'],
  'cancel only when active': ['cancel_only_when_active'],
  'missing request info, UUID or update info': [
    'missing_request_info',
    'missing_uuid',
    'missing_update_info',
  ],
  'member lookup, create, delete or update failed': [
    'member_lookup_failed',
    'member_create_failed',
    'member_delete_failed',
    'member_update_failed',
  ],
  'member not found': ['member_not_found'],
  'prompt not found': ['prompt_not_found'],
  'alarm creation failed': ['alarm_create_failed'],
  'prompt-use creation failed': ['prompt_use_create_failed'],
  'deleted account (re-sign-up later)': ['deleted_account'],
  'tokens already received': ['already_received'],
  'plan already selected': ['plan_already_selected'],
  'cancel reason required': ['cancel_reason_required'],
  'save first': ['save_first'],
  'write with AI first': ['write_first'],
  'share link only after first save': ['share_after_save'],
  'no content to save': ['no_content'],
  'select history to delete': ['select_history'],
  'payment confirming, payment error and unpaid card': [
    'payment_confirming',
    'payment_failed',
    'unpaid_card',
  ],
  'Internal Server Error': ['internal'],
}

it('T22, O16, O17, O20: every error and every field rule has a message in both languages, and no others exist', () => {
  const expected = [...errorCodes, ...fieldRules.map((rule) => `field.${rule}`)]
  for (const words of [ko, en] as Tree[]) {
    const known = paths(words).filter((path) => !path.startsWith('reason.'))
    expect(known.toSorted()).toEqual(expected.toSorted())
  }
  expect(paths(ko as Tree).toSorted()).toEqual(paths(en as Tree).toSorted())
})

it('T22, O16: each message of the catalogue is a code, 45 entries in all', () => {
  expect(Object.keys(catalogue)).toHaveLength(45)
  for (const codes of Object.values(catalogue)) for (const code of codes) expect(errorCodes).toContain(code)
})

it('R27, U01, U02, U03, U04, U05, U06, U07: quoted words are exact in English', () => {
  expect(en).toMatchObject({
    internal: 'Internal Server Error',
    only_image_format: 'Only Image Format',
    only_video_format: 'Only Video Format',
    only_pdf_format: 'Only PDF Format',
    only_tool_file_format: 'Only Tool File Format',
    image_too_large: 'Image Size is too large',
    video_too_large: 'Video Size is too large',
    pdf_too_large: 'PDF Size is too large',
    file_too_large: 'File Size is too large',
    reason: { no_response_body: 'No response body.' },
  })
})

it('O20: no language contains the other, and both use the same values', () => {
  for (const text of texts(en as Tree)) expect(text).not.toMatch(/[가-힣]/)
  for (const text of texts(ko as Tree)) expect(text).toMatch(/[가-힣]/)
  const [korean, english] = [texts(ko as Tree), texts(en as Tree)]
  expect(korean.map(placeholders)).toEqual(english.map(placeholders))
})
