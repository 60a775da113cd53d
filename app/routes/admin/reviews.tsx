import { operatorsScreen } from '#app/features/operators/operators-screen.ts'
import { listReports, listReviews } from '#app/features/operators/operators-data.ts'
import { readFrom } from '#app/features/operators/read-query.ts'
import type { ShownPrompts } from '#app/features/operators/reviews-page.tsx'
import { requireOperator, requirePage } from '#app/session/require.ts'
import type { Route } from './+types/reviews'

const ReviewsPage = await operatorsScreen(() => import('#app/features/operators/reviews-page.tsx'))

export async function loader({ context, url }: Route.LoaderArgs) {
  const { supabase } = requireOperator(context)
  const view = url.searchParams.get('view') ?? 'reviews'
  const from = readFrom(url)
  requirePage(from !== undefined && (view === 'reviews' || view === 'reports'))
  const shown: ShownPrompts =
    view === 'reviews'
      ? { view, page: await listReviews(supabase, from) }
      : { view, page: await listReports(supabase, from) }
  return { shown, isFirstPage: from === null }
}

export default function ReviewsRoute({ loaderData }: Route.ComponentProps) {
  return <ReviewsPage {...loaderData} />
}
