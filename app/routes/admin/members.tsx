import { listMembers, memberStates } from '#app/features/operators/operators-data.ts'
import { readChoice } from '#app/features/operators/read-query.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { requireOperator, requirePage } from '#app/session/require.ts'
import { operatorLimits } from '#shared/operators.ts'
import type { Route } from './+types/members'

const MembersPage = lazyWithRetry(() => import('#app/features/operators/members-page.tsx'))

export async function loader({ context, url }: Route.LoaderArgs) {
  const { supabase } = requireOperator(context)
  const search = (url.searchParams.get('q') ?? '').trim().slice(0, operatorLimits.memberSearch)
  const state = readChoice(url.searchParams.get('state'), memberStates)
  requirePage(state !== undefined)
  return { search, state, page: await listMembers(supabase, { search, state, after: null }) }
}

export default function MembersRoute({ loaderData }: Route.ComponentProps) {
  return <MembersPage {...loaderData} />
}
