import { operatorsScreen } from '#app/features/operators/operators-screen.ts'
import { listInvites } from '#app/features/operators/operators-data.ts'
import { readFrom } from '#app/features/operators/read-query.ts'
import { requireOperator, requirePage } from '#app/session/require.ts'
import type { Route } from './+types/invites'

const InvitesPage = await operatorsScreen(() => import('#app/features/operators/invites-page.tsx'))

export async function loader({ context, url }: Route.LoaderArgs) {
  const { supabase } = requireOperator(context)
  const after = readFrom(url)
  requirePage(after !== undefined)
  return { page: await listInvites(supabase, after), isFirstPage: after === null }
}

export default function InvitesRoute({ loaderData }: Route.ComponentProps) {
  return <InvitesPage {...loaderData} />
}
