import { KeywordPage, useVisit } from '#app/features/keywords/keyword-page.tsx'
import { listRecentSearches } from '#app/features/keywords/keywords-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import { PageHead } from '#app/session/page-head.tsx'
import { requestSession } from '#app/session/session.ts'
import type { Route } from './+types/keyword'

/** Open for visitors too (K12): they see an example. */
export async function loader({ context }: Route.LoaderArgs) {
  const { session, supabase } = context.get(requestSession)
  const isMember = session.kind === 'member' && supabase
  return { recent: isMember ? await listRecentSearches(supabase, session.record.id) : [] }
}

export default function KeywordRoute({ loaderData }: Route.ComponentProps) {
  const { t, language } = useTranslation('keywords')
  const visit = useVisit()
  return (
    <>
      <PageHead
        title={t('keywords.title')}
        description={t('keywords.description')}
        path={`/${language}/tool/keyword`}
      />
      <KeywordPage key={visit} {...loaderData} />
    </>
  )
}
