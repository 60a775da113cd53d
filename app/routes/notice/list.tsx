import { loadPublicationList } from '#app/features/articles/load-publications.server.ts'
import { PublicationListPage } from '#app/features/articles/publication-list-page.tsx'
import { useTranslation } from '#app/session/words.tsx'
import { PageHead } from '#app/session/page-head.tsx'
import type { Route } from './+types/list'

export const loader = (asked: Route.LoaderArgs) => loadPublicationList('notice', asked)

export default function NoticeListRoute({ loaderData }: Route.ComponentProps) {
  const { t, language } = useTranslation('articles')
  return (
    <>
      <PageHead
        title={t('articles.notice.title')}
        description={t('articles.notice.description')}
        path={`/${language}/notice/list`}
      />
      <PublicationListPage {...loaderData} />
    </>
  )
}
