import { Button } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useMutation } from '#app/session/use-mutation.ts'
import { useTranslation } from '#app/session/words.tsx'
import { ConsentForm } from './consent-form.tsx'
import { signUp } from './accounts-data.ts'
import { SignPage } from './sign-page.tsx'
import { useSignOut } from './use-sign-out.tsx'

/**
 * The first sign-in: asks for the consents and registers. The confirm page, requested again as a member, then leads to
 * the survey (A03, A05).
 * @param props.query the query of the confirm page
 */
export function NewcomerSignUp({ query }: { query: string }) {
  const { language, t } = useTranslation('accounts')
  const { t: say } = useTranslation('consents')
  const navigate = useNavigate()
  const { signOut } = useSignOut()
  const { send, isPending, error } = useMutation({ isInline: true })
  const [consents, setConsents] = useState({ news: false })

  function join(given: { news: boolean }): void {
    setConsents(given)
    void send(async ({ api, supabase }) => {
      await signUp(await supabase(), api, { language, consents: given })
      await navigate(`/${language}/sign/confirm${query}`, { replace: true })
    })
  }

  const title = t('accounts.confirm.title')
  if (!isPending && !error) {
    return (
      <SignPage title={title} heading={say('consents.heading')} text={say('consents.text')}>
        <noscript>{t('accounts.confirm.noScript')}</noscript>
        <ConsentForm action={say('consents.join')} isBusy={false} problem={null} onAgree={join} />
        <Button variant="default" onClick={() => void signOut()} fullWidth>
          {t('accounts.confirm.signOut')}
        </Button>
      </SignPage>
    )
  }
  if (!error) {
    return (
      <SignPage
        title={title}
        heading={t('accounts.confirm.joining')}
        text={t('accounts.confirm.joiningText')}
        isBusy
      />
    )
  }
  const isDeleted = error.code === 'deleted_account'
  return (
    <SignPage
      title={title}
      heading={t(isDeleted ? 'accounts.confirm.deleted' : 'accounts.confirm.joinFailed')}
      text={
        isDeleted
          ? t('accounts.confirm.deletedText', { date: dateOf(error.detail?.until, language) })
          : (error.words ?? t('site.error.failedText'))
      }
    >
      {!isDeleted && (
        <Button onClick={() => join(consents)} fullWidth>
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
