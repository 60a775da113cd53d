import PromptEditPage from '#app/features/prompts/edit-page.tsx'
import { loadCategoryLabels } from '#app/features/prompts/load-prompts.server.ts'
import { useTranslation } from '#app/session/words.tsx'
import { PageHead } from '#app/session/page-head.tsx'
import { requireMember } from '#app/session/require.ts'
import type { Route } from './+types/create'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { supabase, language } = requireMember(context, url)
  return { labels: await loadCategoryLabels(supabase, language) }
}

export default function PromptCreateRoute({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('prompts')
  return (
    <>
      <PageHead title={t('prompts.page.createTitle')} />
      <PromptEditPage prompt={null} labels={loaderData.labels} />
    </>
  )
}
