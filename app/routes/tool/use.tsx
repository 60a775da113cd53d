import { ArticlePage } from '#app/features/tools/article-page.tsx'
import { loadExample } from '#app/features/tools/example.ts'
import { findToolUse } from '#app/features/tools/tool-data.ts'
import { PageHead } from '#app/session/page-head.tsx'
import { requireMember, requirePage } from '#app/session/require.ts'
import { requestSession } from '#app/session/session.ts'
import { useWords } from '#app/session/words.tsx'
import { availableTools } from '#shared/tools.ts'
import type { Route } from './+types/use'

export async function loader({ context, url }: Route.LoaderArgs) {
  const tool = url.searchParams.get('tool') ?? 'article'
  const id = url.searchParams.get('id')
  requirePage((availableTools as readonly string[]).includes(tool) && (id === null || /^\d{1,15}$/.test(id)))
  const { language } = context.get(requestSession)
  const example = url.searchParams.get('example') === '1' ? await loadExample(language) : null
  if (id === null) return { use: null, example }
  const { supabase } = requireMember(context, url)
  const use = await findToolUse(supabase, Number(id))
  requirePage(use !== null)
  return { use, example: null }
}

export default function ToolUseRoute({ loaderData }: Route.ComponentProps) {
  const { t, language } = useWords()
  const { use, example } = loaderData
  return (
    <>
      <PageHead
        title={use?.title || t('tools.form.title')}
        description={t('tools.describe.article')}
        {...(use ? {} : { path: `/${language}/tool/use` })}
      />
      <ArticlePage key={use?.id ?? (example ? 'example' : 'new')} use={use} example={example} />
    </>
  )
}
