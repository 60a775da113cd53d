import { recommendCodePattern, surveyExpertises, surveyFinds, surveyUses } from '#shared/accounts.ts'
import { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import type { Api } from '#app/session/api.ts'
import type { MemberRecord } from '#app/session/session.ts'
import { asAppError, type Supabase } from '#app/session/supabase.ts'

/** All fields that an invite look-up returns (A10). */
export type Inviter = { nickname: string; photo: string | null }

/** The owner of a referral code, or null. Open to visitors. @throws AppError when the look-up itself fails */
export async function findInviter(supabase: Supabase, code: string): Promise<Inviter | null> {
  if (!recommendCodePattern.test(normalizeCode(code))) return null
  const { data, error } = await supabase.rpc('find_inviter', { code: normalizeCode(code) })
  if (error) throw asAppError(error)
  return (data as Inviter[])[0] ?? null
}

/** Members type codes in lower case and with spaces around. */
export function normalizeCode(code: string): string {
  return code.trim().toUpperCase()
}

export type SurveyAnswers = {
  use: string | null
  expertise: string | null
  find: string | null
  recommend_code: string | null
}

/** The answers of a submitted survey; unknown values count as unanswered (A06 to A08). */
export function readSurvey(form: FormData): SurveyAnswers {
  const typed = form.get('recommend_code')
  const code = normalizeCode(typeof typed === 'string' ? typed : '')
  return {
    use: known(surveyUses, form.get('use')),
    expertise: known(surveyExpertises, form.get('expertise')),
    find: known(surveyFinds, form.get('find')),
    recommend_code: code === '' ? null : code,
  }
}

function known(values: readonly string[], value: unknown): string | null {
  return values.find((candidate) => candidate === value) ?? null
}

/** Answers given before, or null. */
export async function findSurvey(supabase: Supabase, id: string): Promise<SurveyAnswers | null> {
  const { data, error } = await supabase
    .from('user_referrer')
    .select('use, expertise, find, recommend_code')
    .eq('id', id)
    .maybeSingle()
  if (error) throw asAppError(error)
  return data as SurveyAnswers | null
}

/** Whether the member may still name a code. @throws AppError */
export async function takesRecommendCode(supabase: Supabase): Promise<boolean> {
  const { data, error } = await supabase.rpc('takes_recommend_code')
  if (error) throw asAppError(error)
  return data
}

/**
 * Saves the answers, once per member (A09). For a visitor it does nothing, without an error (A40).
 * @throws AppError `invite_code_unusable` when the code was not saved
 */
export async function saveSurvey(
  supabase: Supabase | null,
  member: MemberRecord | null,
  answers: SurveyAnswers,
): Promise<void> {
  if (!supabase || !member) return
  const { data, error } = await supabase
    .from('user_referrer')
    .upsert({ id: member.id, ...answers }, { onConflict: 'id' })
    // As a list: the database counts the code, and a query for exactly one row could undo the count.
    .select('recommend_code')
  if (error) throw asAppError(error)
  if (data[0]?.recommend_code !== answers.recommend_code) throw new AppError('invite_code_unusable')
}

/**
 * Registers a newcomer who has given the required consents (A03, L01), and refreshes the session so that its token is
 * current.
 * A member who is registered already only gets the refresh: another tab was quicker, or an answer was lost.
 * @throws AppError, for example `deleted_account`
 */
export async function signUp(
  supabase: Supabase,
  api: Api,
  { language, consents }: { language: Language; consents: { news: boolean } },
): Promise<void> {
  const { data } = await supabase.auth.getSession()
  const user = data.session?.user
  const identities = user?.identities ?? []
  const identity = identities.find((one) => one.provider === user?.app_metadata.provider) ?? identities[0]
  if (!identity) throw new AppError('sign_in_required')

  await register(api, language, identity.identity_id)
  await recordConsents(api, user?.id ?? '', consents)
  const { error } = await supabase.auth.refreshSession()
  if (error) throw new AppError('try_again', { cause: error })
}

/** Records the member's consents: all the required ones, and whether the member wants news. @throws AppError */
export async function recordConsents(api: Api, memberId: string, given: { news: boolean }): Promise<void> {
  const body = { uuid: memberId, age: true, terms: true, privacy: true, news: given.news }
  await api.json('/auth/user/consent', { body })
}

async function register(api: Api, language: Language, identityId: string): Promise<void> {
  try {
    await api.json('/auth/sign/up', { body: { lang: language, uuid: identityId } })
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'already_signed_up')) throw error
  }
}
