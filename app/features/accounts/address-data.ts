import type { EmailProof, EmailProofOutcome } from '#shared/email-proof.ts'
import type { Api } from '#app/session/api.ts'
import { asAppError, type Supabase } from '#app/session/supabase.ts'

/** The member's address that waits for its code, and whether the e-mail went. @throws AppError */
export async function findProof(supabase: Supabase): Promise<EmailProof | null> {
  const { data, error } = await supabase.rpc('read_email_proof')
  if (error) throw asAppError(error)
  return data as EmailProof | null
}

/** Has a code sent to an address. @throws AppError invalid_field, too_many_requests, unavailable */
export async function sendAddressCode(api: Api, uuid: string, email: string): Promise<void> {
  await api.json('/auth/user/email', { body: { uuid, email } })
}

/** Whether the code is right; then the address is the member's. @throws AppError */
export async function proveAddress(api: Api, uuid: string, code: string): Promise<EmailProofOutcome> {
  const { result } = await api.json<{ result: EmailProofOutcome }>('/auth/user/email/verify', {
    body: { uuid, code },
  })
  return result
}

/** How the member's address was verified, and the address that waits for its code. */
export type OwnAddress = { proven_by: 'code' | 'provider' | null; waiting: EmailProof | null }

/** @throws AppError */
export async function readAddress(supabase: Supabase): Promise<OwnAddress> {
  const { data, error } = await supabase.rpc('read_address')
  if (error) throw asAppError(error)
  return data as OwnAddress
}
