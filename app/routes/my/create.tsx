import { listOwnPrompts } from '#app/features/prompts/author-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import { loadCategoryLabels } from '#app/features/prompts/load-prompts.server.ts'
import { OwnPromptsPage } from '#app/features/prompts/own-page.tsx'
import { PageHead } from '#app/session/page-head.tsx'
import { requireMember } from '#app/session/require.ts'
import type { Route } from './+types/create'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { supabase, language } = requireMember(context, url)
  const [page, labels] = await Promise.all([
    listOwnPrompts(supabase, null),
    loadCategoryLabels(supabase, language),
  ])
  return { page, labels }
}

export default function OwnPromptsRoute({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('library', 'prompts')
  return (
    <>
      <PageHead title={t('library.my.own')} />
      <OwnPromptsPage {...loaderData} />
    </>
  )
}
