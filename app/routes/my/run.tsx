import { listPromptUses } from '#app/features/prompts/run-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import { UsesPage } from '#app/features/prompts/prompt-runs-page.tsx'
import { PageHead } from '#app/session/page-head.tsx'
import { requireMember } from '#app/session/require.ts'
import type { Route } from './+types/run'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { supabase } = requireMember(context, url)
  return { page: await listPromptUses(supabase, null) }
}

export default function PromptUsesRoute({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('prompts', 'runs')
  return (
    <>
      <PageHead title={t('runs.uses.title')} />
      <UsesPage page={loaderData.page} />
    </>
  )
}
