import { findReview } from '#app/features/operators/operators-data.ts'
import { readNumber } from '#app/features/operators/read-query.ts'
import { loadCategoryLabels } from '#app/features/prompts/load-prompts.server.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { requireOperator, requirePage } from '#app/session/require.ts'
import type { Route } from './+types/review'

const ReviewScreen = lazyWithRetry(() => import('./review-screen.tsx'))

export async function loader({ context, params }: Route.LoaderArgs) {
  const { supabase, language } = requireOperator(context)
  const id = readNumber(params.id)
  requirePage(id !== undefined)
  const [review, labels] = await Promise.all([
    findReview(supabase, id),
    loadCategoryLabels(supabase, language),
  ])
  requirePage(review !== null)
  return { review, labels }
}

export default function ReviewRoute({ loaderData }: Route.ComponentProps) {
  return <ReviewScreen {...loaderData} />
}
