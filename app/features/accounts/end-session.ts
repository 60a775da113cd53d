// A sign-out, apart from its hook: it loads with the press.
import { clearBrowser, sendOrCount } from '#app/session/browser-data.ts'
import type { MemberRecord } from '#app/session/session.ts'
import { notifyPages } from '#app/session/signed-in.ts'
import { logAction } from '#app/session/statistics.ts'
import type { Supabase } from '#app/session/supabase.ts'
import type { SignOutScope } from './use-sign-out.tsx'

export { sendOrCount }

/**
 * supabase-js treats 401, 403 and 404 as success (A18). Any other failure leaves the session. Afterwards this browser
 * stores nothing of the member.
 * @param input.leave shows the page of a visitor @returns whether the session has ended
 */
export async function endSession(input: {
  supabase: Supabase
  member: MemberRecord | null
  scope: SignOutScope
  leave: () => Promise<void>
}): Promise<boolean> {
  const { supabase, member, scope, leave } = input
  if (member)
    await logAction(supabase, { detail: 'SIGN_OUT', url: window.location.pathname, uuid: member.uuid })
  const { error } = await supabase.auth.signOut({ scope })
  if (error) return false
  if (scope !== 'others') await clearBrowser()
  await leave()
  if (scope !== 'others') notifyPages('signed-out')
  return true
}
