import { loadPublication } from '#app/features/articles/load-publications.server.ts'
import { PublicationDetailPage } from '#app/features/articles/publication-detail-page.tsx'
import type { Route } from './+types/detail'

export const loader = (asked: Route.LoaderArgs) => loadPublication('article', asked.params.id, asked)

export default function ArticleDetailRoute({ loaderData }: Route.ComponentProps) {
  return <PublicationDetailPage {...loaderData} />
}
