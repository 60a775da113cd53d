import type { MiddlewareFunction } from 'react-router'
import { findOwnUsage } from '#app/session/own-usage.ts'
import { requestConfig } from '#app/session/request-config.ts'
import { requestSession, type RequestSession } from '#app/session/session.ts'
import { inviteCookieHeader, readInviteCode } from './invite-cookie.ts'
import { completeSignUp } from './invites-data.ts'

/**
 * Runs after the session is known. A newcomer may leave the signing pages by the logo or a closed tab.
 * The invitation then counts at the next page (B28). Without a code nothing is frozen, so the next sign-in can still
 * add one.
 */
export const signUpMiddleware: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const { session, supabase, ...rest } = context.get(requestSession)
  const code = readInviteCode(request)
  if (!supabase || session.kind !== 'member' || isSigningPage(url) || !isInvited(session, code)) return next()
  try {
    await completeSignUp(supabase, code)
    // The header of this page shows the balance with the invitation's gift.
    const usage = await findOwnUsage(supabase)
    context.set(requestSession, { ...rest, supabase, session: { ...session, usage } })
  } catch (error) {
    // The page still renders, and the next one tries again.
    console.error('invites: a sign-up could not be finished', error)
    return next()
  }
  const response = await next()
  const { 'Set-Cookie': forgotten = '' } = inviteCookieHeader(null, context.get(requestConfig).siteOrigin)
  response.headers.append('Set-Cookie', forgotten)
  return response
}

const isSigningPage = ({ pathname }: URL) => /^\/[^/]+\/sign\//i.test(pathname)

function isInvited(
  session: Extract<RequestSession['session'], { kind: 'member' }>,
  code: string | null,
): boolean {
  const { open_sign_up: step, needs_second_factor: isHalf } = session.record
  return !isHalf && (step === 'coded' || (step === 'open' && code !== null))
}
