import { listOwnQuestions } from '#app/features/contact/contact-data.ts'
import { ContactPage } from '#app/features/contact/contact-page.tsx'
import { useContactWords } from '#app/features/contact/contact-words.ts'
import { PageHead } from '#app/session/page-head.tsx'
import { requestSession } from '#app/session/session.ts'
import type { Route } from './+types/contact'

export async function loader({ context }: Route.LoaderArgs) {
  const { session, supabase } = context.get(requestSession)
  const isMember = session.kind === 'member' && supabase !== null
  return { questions: isMember ? await listOwnQuestions(supabase) : [] }
}

export default function ContactRoute({ loaderData }: Route.ComponentProps) {
  const { language, t } = useContactWords()
  return (
    <>
      <PageHead
        title={t('contact.title')}
        description={t('contact.description')}
        path={`/${language}/contact`}
      />
      <ContactPage questions={loaderData.questions} />
    </>
  )
}
