import { Suspense } from 'react'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { listOwnQuestions } from '#app/features/contact/contact-data.ts'
import { ContactPage } from '#app/features/contact/contact-page.tsx'
import { useTranslation } from '#app/session/words.tsx'
import { PageHead } from '#app/session/page-head.tsx'
import { requestSession } from '#app/session/session.ts'
import { requestConfig } from '#app/session/request-config.ts'
import type { Route } from './+types/contact'

const AddressAsk = lazyWithRetry(async () => ({
  default: (await import('#app/features/accounts/address-ask.tsx')).AddressAsk,
}))

export async function loader({ context }: Route.LoaderArgs) {
  const { session, supabase } = context.get(requestSession)
  const isMember = session.kind === 'member' && supabase !== null
  const { mailMode } = context.get(requestConfig)
  return {
    questions: isMember ? await listOwnQuestions(supabase) : [],
    lacksAddress: isMember && mailMode !== 'closed' && session.record.email === null,
    mailMode,
  }
}

export default function ContactRoute({ loaderData }: Route.ComponentProps) {
  const { language, t } = useTranslation('contact')
  return (
    <>
      <PageHead
        title={t('contact.title')}
        description={t('contact.description')}
        path={`/${language}/contact`}
      />
      <ContactPage
        questions={loaderData.questions}
        isMailed={loaderData.mailMode !== 'closed'}
        askAddress={
          loaderData.lacksAddress
            ? (email) => (
                <Suspense>
                  <AddressAsk place="contact" mode={loaderData.mailMode} email={email} />
                </Suspense>
              )
            : null
        }
      />
    </>
  )
}
