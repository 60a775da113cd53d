import { Form, Link, redirect, redirectDocument, useNavigation } from 'react-router'
import { providers } from '#shared/accounts.ts'
import { signUpTokens } from '#shared/usage.ts'
import { InAppNotice } from '#app/features/accounts/in-app-notice.tsx'
import { isInAppBrowser } from '#app/features/accounts/in-app-browser.ts'
import { ProviderButtons } from '#app/features/accounts/provider-buttons.tsx'
import { SignPage } from '#app/features/accounts/sign-page.tsx'
import { startSignIn } from '#app/session/sign-in.server.ts'
import { useFacts } from '#app/session/facts.ts'
import { wantedPath } from '#app/session/redirects.ts'
import { requestSession } from '#app/session/session.ts'
import { useAccountsWords } from '#app/features/accounts/accounts-words.ts'
import type { Route } from './+types/in'
import styles from './in.module.css'

export function loader({ request, url, context }: Route.LoaderArgs) {
  const { language, session } = context.get(requestSession)
  // A sensitive step sends a member here once more (B22).
  const isAgain = url.searchParams.has('again')
  if (session.kind === 'member' && !isAgain) throw redirect(wantedPath(url.searchParams, language))
  if (session.kind === 'newcomer') throw redirect(`/${language}/sign/confirm${url.search}`)
  return {
    signUpTokens,
    isAgain: isAgain && session.kind === 'member',
    isInApp: isInAppBrowser(request.headers.get('User-Agent') ?? ''),
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
  const { t } = useAccountsWords()
  const facts = useFacts()
  const navigation = useNavigation()
  const pending = navigation.formData?.get('provider')
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
      {loaderData.isInApp && <InAppNotice />}
      <Form method="post">
        <ProviderButtons pending={typeof pending === 'string' ? pending : null} />
      </Form>
      {actionData?.isFailed && (
        <p className={styles.error} role="alert">
          {t('accounts.in.failed')}
        </p>
      )}
      {facts?.isDevelopmentSignIn && <p className={styles.note}>{t('accounts.in.development')}</p>}
      <Consent />
    </SignPage>
  )
}

function Consent() {
  const { language, t } = useAccountsWords()
  return (
    <p className={styles.consent}>
      {t('accounts.in.consentBefore')}
      <Link to={`/${language}/terms/use`}>{t('site.footer.terms')}</Link>
      {t('accounts.in.consentBetween')}
      <Link to={`/${language}/terms/privacy`}>{t('site.footer.privacy')}</Link>
      {t('accounts.in.consentAfter')}
    </p>
  )
}
