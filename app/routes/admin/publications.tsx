import { listPublications, publicationStates } from '#app/features/operators/operators-data.ts'
import { readChoice } from '#app/features/operators/read-query.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { requireOperator, requirePage } from '#app/session/require.ts'
import type { Route } from './+types/publications'

const PublicationsPage = lazyWithRetry(() => import('#app/features/operators/publications-page.tsx'))

export async function loader({ context, url }: Route.LoaderArgs) {
  const { supabase } = requireOperator(context)
  const named = readChoice(url.searchParams.get('kind'), ['notice', 'article'])
  const state = readChoice(url.searchParams.get('state'), publicationStates)
  requirePage(named !== undefined && state !== undefined)
  const kind = named ?? 'notice'
  const page = await listPublications(supabase, { kind, state, before: null })
  return { kind, state, page }
}

export default function PublicationsRoute({ loaderData }: Route.ComponentProps) {
  return <PublicationsPage {...loaderData} />
}
