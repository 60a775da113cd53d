import { listInvites } from '#app/features/operators/operators-data.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { requireOperator } from '#app/session/require.ts'
import type { Route } from './+types/invites'

const InvitesPage = lazyWithRetry(() => import('#app/features/operators/invites-page.tsx'))

export async function loader({ context }: Route.LoaderArgs) {
  const { supabase } = requireOperator(context)
  return { page: await listInvites(supabase, null) }
}

export default function InvitesRoute({ loaderData }: Route.ComponentProps) {
  return <InvitesPage {...loaderData} />
}
