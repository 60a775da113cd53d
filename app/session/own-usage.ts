import type { MemberUsage } from './session.ts'
import { asAppError, type Supabase } from './supabase.ts'

/** What the member can spend now and with which plan, as `read_usage()` says; null before sign-up. @throws AppError */
export async function findOwnUsage(supabase: Supabase): Promise<MemberUsage | null> {
  const { data, error } = await supabase.rpc('read_usage')
  if (error) throw asAppError(error)
  return data as MemberUsage | null
}
