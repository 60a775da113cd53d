import { parseList, readLists } from '#app/features/keywords/list-data.ts'
import { listSavedKeywords } from '#app/features/keywords/saved-lists.ts'
import { SavedKeywordsPage } from '#app/features/keywords/saved-page.tsx'
import { useTranslation } from '#app/session/words.tsx'
import { PageHead } from '#app/session/page-head.tsx'
import { requireMember } from '#app/session/require.ts'
import type { Route } from './+types/keyword-saved'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { supabase, member } = requireMember(context, url)
  const list = parseList(url.searchParams)
  const [page, lists] = await Promise.all([
    listSavedKeywords(supabase, member.id, list),
    readLists(supabase, member.id),
  ])
  return { list, lists, page }
}

export default function SavedKeywordsRoute({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('savedkeywords')
  return (
    <>
      <PageHead title={t('savedkeywords.title')} />
      <SavedKeywordsPage {...loaderData} />
    </>
  )
}
