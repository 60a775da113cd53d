import InvitesPage from '#app/features/operators/invites-page.tsx'
import { listInvites } from '#app/features/operators/operators-data.ts'
import { requireOperator } from '#app/session/require.ts'
import type { Route } from './+types/invites'

export async function loader({ context }: Route.LoaderArgs) {
  const { supabase } = requireOperator(context)
  return { page: await listInvites(supabase, null) }
}

export default function InvitesRoute({ loaderData }: Route.ComponentProps) {
  return <InvitesPage {...loaderData} />
}
