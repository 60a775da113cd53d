import { loadPublicationList } from '#app/features/articles/load-publications.server.ts'
import { PublicationListPage } from '#app/features/articles/publication-list-page.tsx'
import { useTranslation } from '#app/session/words.tsx'
import { PageHead } from '#app/session/page-head.tsx'
import type { Route } from './+types/list'

export const loader = (asked: Route.LoaderArgs) => loadPublicationList('article', asked)

export default function ArticleListRoute({ loaderData }: Route.ComponentProps) {
  const { t, language } = useTranslation('articles')
  return (
    <>
      <PageHead
        title={t('articles.article.title')}
        description={t('articles.article.description')}
        path={`/${language}/article/list`}
      />
      <PublicationListPage {...loaderData} />
    </>
  )
}
