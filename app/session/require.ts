import { data, redirect, type RouterContextProvider } from 'react-router'
import type { Language } from '#shared/language.ts'
import { isOperator } from '#shared/operators.ts'
import { signInPath } from './redirects.ts'
import { requestSession, type MemberRecord, type MemberUsage } from './session.ts'
import type { Supabase } from './supabase.ts'

/**
 * A route's validation (R06): what fails it gets the 404 page. Call it first in the loader.
 * @throws a 404 response that the router turns into the error page
 */
export function requirePage(isValid: boolean): asserts isValid {
  if (!isValid) throw data(null, { status: 404 })
}

/**
 * The member of a request, for pages and actions that need one although their path is not guarded.
 * @throws a redirect to /sign/in that carries the wanted path and its query
 */
export function requireMember(
  context: Readonly<RouterContextProvider>,
  url: URL,
): { member: MemberRecord; usage: MemberUsage | null; supabase: Supabase; language: Language } {
  const { session, supabase, language } = context.get(requestSession)
  if (session.kind !== 'member' || !supabase) throw redirect(signInPath(language, url))
  return { member: session.record, usage: session.usage, supabase, language }
}

/**
 * The operator of a request. For all others the console's pages do not exist. The database checks each of their actions
 * again.
 * @throws a 404 response, or a redirect to the page that asks an operator for a second factor
 */
export function requireOperator(context: Readonly<RouterContextProvider>): {
  member: MemberRecord
  supabase: Supabase
  language: Language
} {
  const { session, supabase, language } = context.get(requestSession)
  requirePage(session.kind === 'member' && supabase !== null && isOperator(session.record.role))
  if (session.assurance !== 'aal2') throw redirect(`/${language}/admin/factor`)
  return { member: session.record, supabase, language }
}
