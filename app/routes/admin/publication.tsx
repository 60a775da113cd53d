import { lazy, Suspense } from 'react'
import { findPublication } from '#app/features/operators/operators-data.ts'
import { PublicationPage } from '#app/features/operators/publication-page.tsx'
import { usePublishingWords } from '#app/features/operators/publishing-words.ts'
import { readChoice, readNumber } from '#app/features/operators/read-query.ts'
import { PageHead } from '#app/session/page-head.tsx'
import { requireOperator, requirePage } from '#app/session/require.ts'
import type { Route } from './+types/publication'

// Opened after something was written, and large.
const PublicationPreview = lazy(() => import('#app/features/articles/publication-preview.tsx'))

export async function loader({ context, params }: Route.LoaderArgs) {
  const { supabase } = requireOperator(context)
  const kind = readChoice(params.kind, ['notice', 'article'])
  requirePage(kind !== undefined && kind !== null)
  if (params.id === 'new') return { kind, stored: null }
  const id = readNumber(params.id)
  requirePage(id !== undefined)
  const stored = await findPublication(supabase, kind, id)
  requirePage(stored !== null)
  return { kind, stored }
}

export default function PublicationRoute({ loaderData: { kind, stored } }: Route.ComponentProps) {
  const { t } = usePublishingWords()
  return (
    <>
      <PageHead title={t(stored ? `publishing.edit.${kind}` : `publishing.create.${kind}`)} />
      <PublicationPage
        key={`${kind} ${stored?.id}`}
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
