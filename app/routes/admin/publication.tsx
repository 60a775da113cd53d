import { findPublication } from '#app/features/operators/operators-data.ts'
import { readChoice, readNumber } from '#app/features/operators/read-query.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { requireOperator, requirePage } from '#app/session/require.ts'
import type { Route } from './+types/publication'

const PublicationScreen = lazyWithRetry(() => import('./publication-screen.tsx'))

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

export default function PublicationRoute({ loaderData }: Route.ComponentProps) {
  const { kind, stored } = loaderData
  return <PublicationScreen key={`${kind} ${stored?.id}`} {...loaderData} />
}
