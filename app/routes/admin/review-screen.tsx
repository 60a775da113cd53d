import { Suspense } from 'react'
import { PromptContent } from '#app/features/operators/prompt-content.tsx'
import type { Review } from '#app/features/operators/operators-data.ts'
import { ReviewPage } from '#app/features/operators/review-page.tsx'
import { useTranslation } from '#app/session/words.tsx'
import { describeFacts, draftOfContent, isSameDraft } from '#app/features/prompts/prompt-draft.ts'
import type { CategoryLabels } from '#app/features/prompts/prompts-data.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { PageHead } from '#app/session/page-head.tsx'

// Compares texts word by word, which only edits need.
const VersionChanges = lazyWithRetry(async () => ({
  default: (await import('#app/features/prompts/version-changes.tsx')).VersionChanges,
}))

/** The content to review: a new prompt as its text, an edit as its changes. */
export default function ReviewScreen({ review, labels }: { review: Review; labels: CategoryLabels }) {
  const { t } = useTranslation('operators', 'prompts', 'reports', 'reviews')
  const { shown, content } = review
  return (
    <>
      <PageHead title={content?.title ?? t('reviews.untold', { id: review.prompt_id })} />
      <ReviewPage review={review}>
        {content && shown && <Changes shown={shown} content={content} labels={labels} />}
        {content && !shown && (
          <PromptContent
            content={content}
            facts={describeFacts(
              draftOfContent(content),
              labels,
              t(`prompts.language.${content.language as 'ko'}`),
            )}
          />
        )}
      </ReviewPage>
    </>
  )
}

type Content = NonNullable<Review['content']>

function Changes(props: { shown: Content; content: Content; labels: CategoryLabels }) {
  const { t } = useTranslation('operators', 'prompts', 'reports', 'reviews')
  const [shown, handedIn] = [draftOfContent(props.shown), draftOfContent(props.content)]
  if (isSameDraft(shown, handedIn)) return <p>{t('reviews.same')}</p>
  return (
    <Suspense fallback={<p>{t('site.loading')}</p>}>
      <VersionChanges from={shown} to={handedIn} labels={props.labels} note={t('reviews.changes')} />
    </Suspense>
  )
}
