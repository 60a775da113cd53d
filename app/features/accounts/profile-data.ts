// Changes of a member's own account: calls of /v1, after which the session is renewed (A33, A35).
import type { ProfileUpdate } from '#shared/accounts.ts'
import { AppError } from '#shared/errors.ts'
import type { Api } from '#app/session/api.ts'
import type { MemberRecord } from '#app/session/session.ts'
import { asAppError, type Supabase } from '#app/session/supabase.ts'

/** The answer to an update: the fields that changed, to be merged into the stored member. */
export type ProfileChange = Partial<
  Pick<MemberRecord, 'nickname' | 'photo' | 'background' | 'is_email_reception'>
>

/**
 * Changes exactly one field (A33).
 * @throws AppError nickname_invalid, nickname_taken, foreign_file
 */
export async function updateProfile(
  api: Api,
  supabase: Supabase,
  member: MemberRecord,
  update: ProfileUpdate,
): Promise<ProfileChange> {
  const { result } = await api.json<{ result: ProfileChange & { updated_at: string } }>('/auth/user/update', {
    body: { uuid: member.uuid, update },
  })
  // Its token carries the name too. The change has happened, whether this succeeds or not.
  await supabase.auth.refreshSession()
  const { updated_at: _, ...change } = result
  return change
}

/** A token that deletes the account within minutes (A36). @throws AppError fresh_sign_in_required, subscription_active, debt_remaining */
export async function askDeletionToken(api: Api, member: MemberRecord): Promise<string> {
  const { result } = await api.json<{ result: string }>('/auth/sign/delete/token', {
    body: { uuid: member.uuid },
  })
  return result
}

/** Deletes the account. The server then ends the session, and this browser removes it too (A35). @throws AppError */
export async function deleteAccount(
  api: Api,
  supabase: Supabase,
  member: MemberRecord,
  token: string,
): Promise<void> {
  await api.json('/auth/sign/delete', { body: { uuid: member.uuid, token } })
  await supabase.auth.refreshSession()
  // Whatever the backend answers for an ended session (A18), this browser is signed out.
  await supabase.auth.signOut({ scope: 'local' })
}

type Factor = { id: string }

/** The member's authenticator app, or null. @throws AppError */
export async function findAppFactor(supabase: Supabase): Promise<Factor | null> {
  const { data, error } = await supabase.auth.mfa.listFactors()
  if (error) throw new AppError('try_again', { cause: error })
  return data.totp[0] ?? null
}

export type NewFactor = { id: string; picture: string; secret: string }

/**
 * Begins to enrol an app: returns what it scans, until `confirmFactor`. Abandoned attempts are removed.
 * @throws AppError fresh_sign_in_required when the sign-in is too long ago (B22)
 */
export async function beginFactor(supabase: Supabase, issuer: string): Promise<NewFactor> {
  const { data: known } = await supabase.auth.mfa.listFactors()
  for (const left of known?.all.filter(({ status }) => status === 'unverified') ?? [])
    await supabase.auth.mfa.unenroll({ factorId: left.id })
  const { data, error } = await supabase.auth.mfa.enroll({ factorType: 'totp', issuer })
  if (error) throw asFactorError(error)
  return { id: data.id, picture: data.totp.qr_code, secret: data.totp.secret }
}

/** @throws AppError invalid_field for a wrong code, fresh_sign_in_required */
export async function confirmFactor(supabase: Supabase, factorId: string, code: string): Promise<void> {
  const { error } = await supabase.auth.mfa.challengeAndVerify({ factorId, code: code.replaceAll(/\s/g, '') })
  if (error) throw asFactorError(error)
}

/** Turns the second factor off; the session has to have been lifted with it. @throws AppError */
export async function removeFactor(supabase: Supabase, factorId: string): Promise<void> {
  const { error } = await supabase.auth.mfa.unenroll({ factorId })
  if (error) throw asFactorError(error)
  await supabase.auth.refreshSession()
}

/** The fallbacks for a lost app. Null while the second factor is off. */
export type FactorSafety = {
  /** The number of unused recovery codes. */
  codes: number
  /** When the requested removal of the factor takes effect; UTC. */
  removal_due_at: string | null
}

/** @throws AppError */
export async function findFactorSafety(supabase: Supabase): Promise<FactorSafety | null> {
  const { data, error } = await supabase.rpc('read_factor_safety')
  if (error) throw asAppError(error)
  return data as FactorSafety | null
}

/** @throws AppError */
export async function cancelFactorRemoval(supabase: Supabase): Promise<void> {
  const { error } = await supabase.rpc('cancel_factor_removal')
  if (error) throw asAppError(error)
}

/** Creates new recovery codes and shows them once; earlier codes become invalid. @throws AppError */
export async function makeRecoveryCodes(api: Api, member: Pick<MemberRecord, 'uuid'>): Promise<string[]> {
  const { result } = await api.json<{ result: string[] }>('/auth/factor/codes', {
    body: { uuid: member.uuid },
  })
  return result
}

/**
 * Turns the second factor off with a recovery code; the session continues without one. @throws AppError invalid_field,
 * too_many_requests
 */
export async function recoverAccount(
  api: Api,
  supabase: Supabase,
  member: Pick<MemberRecord, 'uuid'>,
  code: string,
): Promise<void> {
  await api.json('/auth/factor/recover', { body: { uuid: member.uuid, code } })
  await supabase.auth.refreshSession()
}

/** @returns AppError invalid_field for a wrong code, too_many_requests, fresh_sign_in_required, try_again */
export function asFactorError(error: { code?: string | undefined; status?: number | undefined }): AppError {
  if (error.code === 'reauthentication_needed' || error.code === 'insufficient_aal')
    return new AppError('fresh_sign_in_required', { cause: error })
  if (error.status === 429) return new AppError('too_many_requests', { cause: error })
  if (['mfa_verification_failed', 'mfa_challenge_expired', 'validation_failed'].includes(error.code ?? ''))
    return new AppError('invalid_field', { field: 'code', cause: error })
  return new AppError('try_again', { cause: error })
}
