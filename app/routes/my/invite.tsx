import { InvitePage } from '#app/features/invites/invite-page.tsx'
import { readInvites } from '#app/features/invites/invites-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import { PageHead } from '#app/session/page-head.tsx'
import { requireMember } from '#app/session/require.ts'
import { requestConfig } from '#app/session/request-config.ts'
import type { Route } from './+types/invite'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { member, supabase } = requireMember(context, url)
  const invites = await readInvites(supabase, null)
  const { mailMode } = context.get(requestConfig)
  return { code: member.recommend_code, invites, mailMode }
}

export default function InviteRoute({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('invites')
  return (
    <>
      <PageHead title={t('invites.title')} />
      <InvitePage {...loaderData} />
    </>
  )
}
