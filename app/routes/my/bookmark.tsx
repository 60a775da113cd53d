import { listSavedPrompts } from '#app/features/prompts/author-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import { loadCategoryLabels } from '#app/features/prompts/load-prompts.server.ts'
import { SavedPromptsPage } from '#app/features/prompts/saved-page.tsx'
import { PageHead } from '#app/session/page-head.tsx'
import { requireMember } from '#app/session/require.ts'
import type { Route } from './+types/bookmark'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { supabase, language } = requireMember(context, url)
  const [page, labels] = await Promise.all([
    listSavedPrompts(supabase, null),
    loadCategoryLabels(supabase, language),
  ])
  return { page, labels }
}

export default function SavedPromptsRoute({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('library', 'prompts')
  return (
    <>
      <PageHead title={t('library.my.saved')} />
      <SavedPromptsPage {...loaderData} />
    </>
  )
}
