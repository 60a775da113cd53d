import { findMember, listLog, listMovements } from '#app/features/operators/operators-data.ts'
import { isMemberId, readChoice } from '#app/features/operators/read-query.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { requireOperator, requirePage } from '#app/session/require.ts'
import type { Route } from './+types/member'

const MemberPage = lazyWithRetry(() => import('#app/features/operators/member-page.tsx'))

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { supabase } = requireOperator(context)
  const type = readChoice(url.searchParams.get('type'), ['image'])
  requirePage(isMemberId(params.id) && type !== undefined)
  const kind: 'image' | 'token' = type ?? 'token'
  const [member, movements, log] = await Promise.all([
    findMember(supabase, params.id),
    listMovements(supabase, params.id, kind, null),
    listLog(supabase, null, params.id),
  ])
  requirePage(member !== null)
  return { member, kind, movements, log: log.lines }
}

export default function MemberRoute({ loaderData }: Route.ComponentProps) {
  return <MemberPage {...loaderData} />
}
