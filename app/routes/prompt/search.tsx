import { PromptListPage } from '#app/features/prompts/list-page.tsx'
import { loadPrompts } from '#app/features/prompts/load-prompts.server.ts'
import { parsePromptFilter } from '#app/features/prompts/prompt-filter.ts'
import { useTranslation } from '#app/session/words.tsx'
import { PageHead } from '#app/session/page-head.tsx'
import { requestSupabase } from '#app/session/request-supabase.server.ts'
import { requirePage } from '#app/session/require.ts'
import { requestSession } from '#app/session/session.ts'
import { promptKeywordMinLength } from '#shared/prompts.ts'
import type { Route } from './+types/search'

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const filter = parsePromptFilter(url.searchParams)
  requirePage(filter !== null)
  const { language } = context.get(requestSession)
  const problem = findProblem(url.searchParams, filter.keyword)
  const page = await loadPrompts(
    requestSupabase(context, request),
    language,
    problem ? { ...filter, keyword: '' } : filter,
    url.searchParams.get('after'),
  )
  return { ...page, filter, problem: problem ?? (page.isLimited ? ('too_many_requests' as const) : null) }
}

/** A search needs a keyword of two characters (P13); before the first search there is no error. */
function findProblem(query: URLSearchParams, keyword: string): 'enter_keyword' | 'keyword_too_short' | null {
  if (!query.has('keyword')) return null
  if (!keyword) return 'enter_keyword'
  return [...keyword].length < promptKeywordMinLength ? 'keyword_too_short' : null
}

export default function PromptSearchRoute({ loaderData }: Route.ComponentProps) {
  const { t, language } = useTranslation('prompts', 'errors')
  const { problem } = loaderData
  return (
    <>
      <PageHead title={t('prompts.search.title')} />
      <PromptListPage
        title={t('prompts.search.title')}
        path={`/${language}/prompt/search`}
        filter={loaderData.filter}
        page={loaderData}
        keywordError={problem ? t(`errors.${problem}`, { count: promptKeywordMinLength }) : undefined}
      />
    </>
  )
}
