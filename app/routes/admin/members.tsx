import { MembersPage } from '#app/features/operators/members-page.tsx'
import { listMembers, memberStates } from '#app/features/operators/operators-data.ts'
import { useOperatorsWords } from '#app/features/operators/operators-words.ts'
import { isMemberId, readChoice } from '#app/features/operators/read-query.ts'
import { PageHead } from '#app/session/page-head.tsx'
import { requireOperator, requirePage } from '#app/session/require.ts'
import type { Route } from './+types/members'

const searchMaxLength = 254

export async function loader({ context, url }: Route.LoaderArgs) {
  const { supabase } = requireOperator(context)
  const search = (url.searchParams.get('q') ?? '').trim().slice(0, searchMaxLength)
  const state = readChoice(url.searchParams.get('state'), memberStates)
  const after = url.searchParams.get('from')
  requirePage(state !== undefined && (after === null || isMemberId(after)))
  const page = await listMembers(supabase, { search, state, after })
  return { search, state, page, isFirstPage: after === null }
}

export default function MembersRoute({ loaderData }: Route.ComponentProps) {
  const { t } = useOperatorsWords()
  return (
    <>
      <PageHead title={t('operators.nav.members')} />
      <MembersPage {...loaderData} />
    </>
  )
}
