import { lazy, Suspense } from 'react'
import { PromptContent } from '#app/features/operators/prompt-content.tsx'
import { findReview } from '#app/features/operators/operators-data.ts'
import { useReviewsWords } from '#app/features/operators/reviews-words.ts'
import { readNumber } from '#app/features/operators/read-query.ts'
import { ReviewPage } from '#app/features/operators/review-page.tsx'
import { loadCategoryLabels } from '#app/features/prompts/load-prompts.server.ts'
import { draftOfContent, isSameDraft } from '#app/features/prompts/prompt-draft.ts'
import { PageHead } from '#app/session/page-head.tsx'
import { requireOperator, requirePage } from '#app/session/require.ts'
import type { Route } from './+types/review'

// Compares texts word by word, which only edits need.
const VersionChanges = lazy(() =>
  import('#app/features/prompts/version-changes.tsx').then((part) => ({ default: part.VersionChanges })),
)

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
  const { t } = useReviewsWords()
  const { review, labels } = loaderData
  const [shown, handedIn] = [review.shown ?? review.content, review.content].map(draftOfContent)
  return (
    <>
      <PageHead title={review.content.title} />
      <ReviewPage review={review}>
        {review.shown === null || !shown || !handedIn ? (
          <PromptContent content={review.content} />
        ) : isSameDraft(shown, handedIn) ? (
          <p>{t('reviews.same')}</p>
        ) : (
          <Suspense fallback={<p>{t('site.loading')}</p>}>
            <VersionChanges from={shown} to={handedIn} labels={labels} note={t('reviews.changes')} />
          </Suspense>
        )}
      </ReviewPage>
    </>
  )
}
