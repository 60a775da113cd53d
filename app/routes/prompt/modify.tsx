import { findOwnPrompt } from '#app/features/prompts/author-data.ts'
import PromptEditPage from '#app/features/prompts/edit-page.tsx'
import { loadCategoryLabels } from '#app/features/prompts/load-prompts.server.ts'
import { useTranslation } from '#app/session/words.tsx'
import { PageHead } from '#app/session/page-head.tsx'
import { requireMember, requirePage } from '#app/session/require.ts'
import type { Route } from './+types/modify'

export async function loader({ context, url, params }: Route.LoaderArgs) {
  requirePage(/^[1-9]\d{0,15}$/.test(params.id))
  const { supabase, member, language } = requireMember(context, url)
  const [prompt, labels] = await Promise.all([
    findOwnPrompt(supabase, member.id, Number(params.id)),
    loadCategoryLabels(supabase, language),
  ])
  requirePage(prompt !== null)
  return { prompt, labels }
}

export default function PromptModifyRoute({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('prompts')
  const { prompt, labels } = loaderData
  return (
    <>
      <PageHead title={t('prompts.page.modifyTitle')} />
      <PromptEditPage key={prompt.id} prompt={prompt} labels={labels} />
    </>
  )
}
