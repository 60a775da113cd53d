import { listReports, listReviews } from '#app/features/operators/operators-data.ts'
import type { ShownPrompts } from '#app/features/operators/reviews-page.tsx'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { requireOperator, requirePage } from '#app/session/require.ts'
import type { Route } from './+types/reviews'

const ReviewsPage = lazyWithRetry(() => import('#app/features/operators/reviews-page.tsx'))

export async function loader({ context, url }: Route.LoaderArgs) {
  const { supabase } = requireOperator(context)
  const view = url.searchParams.get('view') ?? 'reviews'
  requirePage(view === 'reviews' || view === 'reports')
  const shown: ShownPrompts =
    view === 'reviews'
      ? { view, page: await listReviews(supabase, null) }
      : { view, page: await listReports(supabase, null) }
  return { shown }
}

export default function ReviewsRoute({ loaderData }: Route.ComponentProps) {
  return <ReviewsPage {...loaderData} />
}
