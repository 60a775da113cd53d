import { redirect, redirectDocument } from 'react-router'
import { providers } from '#shared/accounts.ts'
import { invitePath } from '#shared/invites.ts'
import { signUpTokens } from '#shared/usage.ts'
import { isInAppBrowser } from '#app/features/accounts/in-app-browser.ts'
import { SignInChoices } from '#app/features/accounts/sign-in-choices.tsx'
import { readInviteCode } from '#app/features/invites/invite-cookie.ts'
import { SignPage } from '#app/features/accounts/sign-page.tsx'
import { startSignIn } from '#app/session/sign-in.server.ts'
import { wantedPath } from '#app/session/redirects.ts'
import { requestSession } from '#app/session/session.ts'
import { useTranslation } from '#app/session/words.tsx'
import type { Route } from './+types/in'

export function loader({ request, url, context }: Route.LoaderArgs) {
  const { language, session } = context.get(requestSession)
  // A sensitive step sends a signed-in member here again (B22).
  const isAgain = url.searchParams.has('again')
  if (session.kind === 'member' && !isAgain) throw redirect(wantedPath(url.searchParams, language))
  if (session.kind === 'newcomer') throw redirect(`/${language}/sign/confirm${url.search}`)
  const code = readInviteCode(request)
  return {
    signUpTokens,
    isAgain: isAgain && session.kind === 'member',
    isInApp: isInAppBrowser(request.headers.get('User-Agent') ?? ''),
    // The other browser does not have this one's cookie.
    inAppPath: code && invitePath(language, code),
  }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const wanted = (await request.formData()).get('provider')
  const provider = providers.find((name) => name === wanted)
  if (!provider) return { isFailed: true }
  const started = await startSignIn({ request, context, provider, query: url.searchParams })
  return started ? redirectDocument(started.address, { headers: started.headers }) : { isFailed: true }
}

export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('accounts')
  return (
    <SignPage
      title={t('accounts.in.title')}
      heading={t(loaderData.isAgain ? 'accounts.in.again' : 'accounts.in.heading')}
      text={
        loaderData.isAgain
          ? t('accounts.in.againText')
          : t('accounts.in.text', { tokens: loaderData.signUpTokens })
      }
    >
      <SignInChoices
        isInApp={loaderData.isInApp}
        inAppPath={loaderData.inAppPath}
        isFailed={actionData?.isFailed ?? false}
      />
    </SignPage>
  )
}
