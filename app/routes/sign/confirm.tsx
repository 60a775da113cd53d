import { Suspense } from 'react'
import { redirect } from 'react-router'
import { missingConsents } from '#shared/consents.ts'
import { NewcomerSignUp } from '#app/features/accounts/newcomer-sign-up.tsx'
import { SignPage } from '#app/features/accounts/sign-page.tsx'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { wantedPath } from '#app/session/redirects.ts'
import { requestSession } from '#app/session/session.ts'
import { finishSignIn } from '#app/session/sign-in.server.ts'
import { useTranslation } from '#app/session/words.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import type { Route } from './+types/confirm'

// Few members have a second factor.
const FactorChallenge = lazyWithRetry(async () => ({
  default: (await import('#app/features/accounts/factor-challenge.tsx')).FactorChallenge,
}))

type ConfirmState = 'visitor' | 'newcomer' | 'factor' | 'refused' | 'failed'

/**
 * The return page of the provider (R30). A code becomes a session and leaves the address; an error shows its reason.
 * Without either, a member continues to the wanted path, if necessary after the second factor or the survey. A newcomer
 * continues to the sign-up.
 */
export async function loader({
  request,
  url,
  context,
}: Route.LoaderArgs): Promise<{ state: ConfirmState; query: string; next: string }> {
  const { language, session } = context.get(requestSession)
  const { searchParams } = url
  const code = searchParams.get('code')
  const error = searchParams.get('error')
  const query = queryWithout(searchParams, [
    'code',
    'error',
    'error_code',
    'error_description',
    'state',
    'sb',
  ])
  const here = `/${language}/sign/confirm`

  if (code !== null) {
    const headers = await finishSignIn({ request, url, context, code })
    if (headers) throw redirect(here + query, { headers })
    // A reloaded page sends its used code again; the session from the first time still exists.
    if (session.kind === 'visitor') throw redirect(`${here}${query}${query ? '&' : '?'}error=exchange_failed`)
  }
  const next = wantedPath(searchParams, language)
  if (session.kind === 'member' && session.record.needs_second_factor) return { state: 'factor', query, next }
  if (session.kind === 'member' && missingConsents(session.record.consents).length > 0)
    throw redirect(`/${language}/sign/consent${query}`)
  if (session.kind === 'member')
    throw redirect(session.record.open_sign_up === null ? next : `/${language}/sign/referrer${query}`)
  if (session.kind === 'newcomer') return { state: 'newcomer', query, next }
  if (error === null) return { state: 'visitor', query, next }
  return { state: error === 'access_denied' ? 'refused' : 'failed', query, next }
}

function queryWithout(query: URLSearchParams, names: readonly string[]): string {
  const kept = new URLSearchParams(query)
  for (const name of names) kept.delete(name)
  return kept.size > 0 ? `?${kept}` : ''
}

export default function SignConfirm({ loaderData }: Route.ComponentProps) {
  const { language, t } = useTranslation('accounts')
  const { state, query, next } = loaderData
  const title = t('accounts.confirm.title')
  if (state === 'newcomer') return <NewcomerSignUp query={query} />

  if (state === 'factor')
    return (
      <Suspense>
        <FactorChallenge next={next} />
      </Suspense>
    )

  const signIn = `/${language}/sign/in${query}`
  const words = {
    visitor: [
      t('accounts.confirm.noSession'),
      t('accounts.confirm.noSessionText'),
      t('accounts.confirm.toSignIn'),
    ],
    refused: [t('accounts.confirm.refused'), t('accounts.confirm.refusedText'), t('accounts.confirm.again')],
    failed: [t('accounts.confirm.failed'), t('accounts.confirm.failedText'), t('accounts.confirm.again')],
  }[state]
  const [heading = '', text = '', label = ''] = words
  return (
    <SignPage title={title} heading={heading} text={text}>
      <LinkButton to={signIn} variant="filled" isWide>
        {label}
      </LinkButton>
      <LinkButton to={`/${language}`} isWide>
        {t('site.error.home')}
      </LinkButton>
    </SignPage>
  )
}
