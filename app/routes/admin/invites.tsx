import { InvitesPage } from '#app/features/operators/invites-page.tsx'
import { listInvites } from '#app/features/operators/operators-data.ts'
import { useOperatorsWords } from '#app/features/operators/operators-words.ts'
import { readFrom } from '#app/features/operators/read-query.ts'
import { PageHead } from '#app/session/page-head.tsx'
import { requireOperator, requirePage } from '#app/session/require.ts'
import type { Route } from './+types/invites'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { supabase } = requireOperator(context)
  const after = readFrom(url)
  requirePage(after !== undefined)
  return { page: await listInvites(supabase, after), isFirstPage: after === null }
}

export default function InvitesRoute({ loaderData }: Route.ComponentProps) {
  const { t } = useOperatorsWords()
  return (
    <>
      <PageHead title={t('operators.nav.invites')} />
      <InvitesPage {...loaderData} />
    </>
  )
}
