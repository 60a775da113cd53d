import { data } from 'react-router'
import { findInviter, normalizeCode, type Inviter } from '#app/features/accounts/accounts-data.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { isInAppBrowser } from '#app/features/accounts/in-app-browser.ts'
import { SignInChoices } from '#app/features/accounts/sign-in-choices.tsx'
import { inviteCookieHeader } from '#app/features/invites/invite-cookie.ts'
import { InviteLanding, type InviteState } from '#app/features/invites/invite-landing.tsx'
import { useTranslation } from '#app/session/words.tsx'
import { PageHead } from '#app/session/page-head.tsx'
import { requestSupabase } from '#app/session/request-supabase.server.ts'
import { requestConfig } from '#app/session/request-config.ts'
import { requestSession } from '#app/session/session.ts'
import { recommendCodePattern } from '#shared/accounts.ts'
import { signUpTokens } from '#shared/usage.ts'
import type { Route } from './+types/invite'

type Facts = { state: InviteState; inviter: Inviter | null; isInApp: boolean; signUpTokens: number }

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { session } = context.get(requestSession)
  const code = normalizeCode(params.code)
  const isInApp = isInAppBrowser(request.headers.get('User-Agent') ?? '')
  const facts: Facts = { state: 'unknown', inviter: null, isInApp, signUpTokens }
  if (session.kind === 'member')
    return data({ ...facts, state: session.record.recommend_code === code ? 'inviter' : 'member' } as Facts)
  if (!recommendCodePattern.test(code)) return data(facts, { status: 404 })

  const headers = inviteCookieHeader(code, context.get(requestConfig).siteOrigin)
  try {
    const inviter = await findInviter(requestSupabase(context, request), code)
    if (!inviter) return data(facts, { status: 404 })
    const state: InviteState = session.kind === 'newcomer' ? 'newcomer' : 'invited'
    return data({ ...facts, state, inviter }, { headers })
  } catch (error) {
    // Too many look-ups, or the backend is away: a valid invitation still counts.
    console.error('invites: a code could not be looked up', error)
    return data({ ...facts, state: 'unsure' } as Facts, { headers })
  }
}

export default function InviteRoute({ loaderData }: Route.ComponentProps) {
  const { language, t } = useTranslation('invites')
  const { state, inviter, isInApp } = loaderData
  return (
    <>
      <PageHead title={t('invites.landing.head')} />
      <InviteLanding
        state={state}
        inviter={inviter?.nickname ?? null}
        picture={inviter && <Avatar person={inviter} />}
        signUpTokens={loaderData.signUpTokens}
      >
        <SignInChoices action={`/${language}/sign/in`} isInApp={isInApp} />
      </InviteLanding>
    </>
  )
}
