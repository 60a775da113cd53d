import type { MemberUsage } from './session.ts'
import { asAppError, type Supabase } from './supabase.ts'

/** The member's current balance and plan, from `read_usage()`; null before sign-up. @throws AppError */
export async function findOwnUsage(supabase: Supabase): Promise<MemberUsage | null> {
  const { data, error } = await supabase.rpc('read_usage')
  if (error) throw asAppError(error)
  return data as MemberUsage | null
}
