import { Suspense } from 'react'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import type { StoredPublication } from '#app/features/operators/operators-data.ts'
import { PublicationPage } from '#app/features/operators/publication-page.tsx'
import { useTranslation } from '#app/session/words.tsx'
import { PageHead } from '#app/session/page-head.tsx'
import type { PublicationKind } from '#shared/articles.ts'

// Opened after something was written, and large.
const PublicationPreview = lazyWithRetry(() => import('#app/features/articles/publication-preview.tsx'))

/** Writing a notice or an article, with what readers will see. */
export default function PublicationScreen(props: {
  kind: PublicationKind
  stored: StoredPublication | null
}) {
  const { t } = useTranslation('operators', 'publishing')
  const { kind, stored } = props
  return (
    <>
      <PageHead title={t(stored ? `publishing.edit.${kind}` : `publishing.create.${kind}`)} />
      <PublicationPage
        kind={kind}
        stored={stored}
        preview={(draft, language) => (
          <Suspense>
            <PublicationPreview
              kind={kind}
              language={language}
              type={draft.type}
              title={draft[`title_${language}`]}
              summary={draft[`summary_${language}`]}
              content={draft[`content_${language}`]}
              at={draft.at}
            />
          </Suspense>
        )}
      />
    </>
  )
}
