import { Button } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { AppError } from '#shared/errors.ts'
import { toAppError } from '#app/ui/to-app-error.ts'
import { useApi, useSupabase } from '#app/session/use-api.ts'
import { useAccountsWords } from './accounts-words.ts'
import { ConsentForm } from './consent-form.tsx'
import { useConsentWords } from './consent-words.ts'
import { signUp } from './accounts-data.ts'
import { SignPage } from './sign-page.tsx'
import { useSignOut } from './use-sign-out.tsx'

type Progress =
  | { state: 'asked' }
  | { state: 'joining' }
  | { state: 'failed'; heading: string; text: string; isFinal?: boolean }

/**
 * The first sign-in: asks for the consents and registers. The confirm page, requested again as a member, then leads to
 * the survey (A03, A05).
 * @param props.query the query of the confirm page
 */
export function NewcomerSignUp({ query }: { query: string }) {
  const { language, t } = useAccountsWords()
  const { t: say } = useConsentWords()
  const api = useApi()
  const getSupabase = useSupabase()
  const navigate = useNavigate()
  const { signOut } = useSignOut()
  const [progress, setProgress] = useState<Progress>({ state: 'asked' })
  const [consents, setConsents] = useState({ news: false })

  async function join(given: { news: boolean }) {
    setConsents(given)
    setProgress({ state: 'joining' })
    try {
      await signUp(await getSupabase(), api, { language, consents: given })
      await navigate(`/${language}/sign/confirm${query}`, { replace: true })
    } catch (error) {
      setProgress({ state: 'failed', ...explain(toAppError(error)) })
    }

    function explain({ code, detail, words }: AppError): {
      heading: string
      text: string
      isFinal?: boolean
    } {
      if (code === 'deleted_account')
        return {
          heading: t('accounts.confirm.deleted'),
          text: t('accounts.confirm.deletedText', { date: dateOf(detail?.until, language) }),
          isFinal: true,
        }
      return { heading: t('accounts.confirm.joinFailed'), text: words ?? t('site.error.failedText') }
    }
  }

  const title = t('accounts.confirm.title')
  if (progress.state === 'asked') {
    return (
      <SignPage title={title} heading={say('consents.heading')} text={say('consents.text')}>
        <noscript>{t('accounts.confirm.noScript')}</noscript>
        <ConsentForm
          action={say('consents.join')}
          isBusy={false}
          problem={null}
          onAgree={(given) => void join(given)}
        />
        <Button variant="default" onClick={() => void signOut()} fullWidth>
          {t('accounts.confirm.signOut')}
        </Button>
      </SignPage>
    )
  }
  if (progress.state === 'joining') {
    return (
      <SignPage
        title={title}
        heading={t('accounts.confirm.joining')}
        text={t('accounts.confirm.joiningText')}
        isBusy
      />
    )
  }
  return (
    <SignPage title={title} heading={progress.heading} text={progress.text}>
      {!progress.isFinal && (
        <Button onClick={() => void join(consents)} fullWidth>
          {t('accounts.confirm.retry')}
        </Button>
      )}
      <Button variant="default" onClick={() => void signOut()} fullWidth>
        {t('accounts.confirm.signOut')}
      </Button>
    </SignPage>
  )
}

/** The time from which a deleted account may be registered again, in the reader's language and zone (A39). */
function dateOf(until: string | undefined, language: string): string {
  return until ? new Date(until).toLocaleString(language, { dateStyle: 'long', timeStyle: 'short' }) : ''
}
