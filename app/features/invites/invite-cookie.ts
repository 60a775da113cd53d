import { recommendCodePattern } from '#shared/accounts.ts'
import { inviteCookie } from '#shared/invites.ts'
import { readCookie } from '#app/session/language.ts'

/** The code of the invitation that this browser opened, or null. Server only: scripts cannot read it. */
export function readInviteCode(request: Request): string | null {
  const code = readCookie(request.headers.get('Cookie') ?? '', inviteCookie.name) ?? ''
  return recommendCodePattern.test(code) ? code : null
}

/**
 * The header that stores a code until the end of the sign-up; null deletes it. @param siteOrigin decides whether it is
 * for https only
 */
export function inviteCookieHeader(code: string | null, siteOrigin: string): Record<string, string> {
  const life = code === null ? 'Max-Age=0' : `Max-Age=${inviteCookie.seconds}`
  const secure = siteOrigin.startsWith('https:') ? '; Secure' : ''
  return {
    'Set-Cookie': `${inviteCookie.name}=${code ?? ''}; ${life}; Path=/; HttpOnly; SameSite=Lax${secure}`,
  }
}
