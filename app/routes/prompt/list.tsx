import { PromptListPage } from '#app/features/prompts/list-page.tsx'
import { loadPrompts } from '#app/features/prompts/load-prompts.server.ts'
import { parsePromptFilter } from '#app/features/prompts/prompt-filter.ts'
import { useTranslation } from '#app/session/words.tsx'
import { PageHead } from '#app/session/page-head.tsx'
import { requestSupabase } from '#app/session/request-supabase.server.ts'
import { requirePage } from '#app/session/require.ts'
import { requestSession } from '#app/session/session.ts'
import { promptKeywordMinLength } from '#shared/prompts.ts'
import type { Route } from './+types/list'

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const filter = parsePromptFilter(url.searchParams)
  requirePage(filter !== null)
  const { language } = context.get(requestSession)
  // A keyword that is too short filters nothing here; the field shows the error.
  const isShort = filter.keyword.length > 0 && [...filter.keyword].length < promptKeywordMinLength
  const searched = isShort ? { ...filter, keyword: '' } : filter
  const page = await loadPrompts(
    requestSupabase(context, request),
    language,
    searched,
    url.searchParams.get('after'),
  )
  return { filter, isShort, ...page }
}

export default function PromptListRoute({ loaderData }: Route.ComponentProps) {
  const { t, language } = useTranslation('prompts', 'errors')
  const path = `/${language}/prompt/list`
  return (
    <>
      <PageHead
        title={t('prompts.list.title')}
        description={t('prompts.list.lead', { count: loaderData.total ?? 0 })}
        path={path}
      />
      <PromptListPage
        title={t('prompts.list.title')}
        path={path}
        filter={loaderData.filter}
        page={loaderData}
        keywordError={
          loaderData.isShort
            ? t('errors.keyword_too_short', { count: promptKeywordMinLength })
            : loaderData.isLimited
              ? t('errors.too_many_requests')
              : undefined
        }
      />
    </>
  )
}
