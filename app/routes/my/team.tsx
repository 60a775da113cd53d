import { TeamPage } from '#app/features/invites/team-page.tsx'
import { findTeamInvite, readTeam } from '#app/features/invites/teams-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import { PageHead } from '#app/session/page-head.tsx'
import { requireMember } from '#app/session/require.ts'
import { requestConfig } from '#app/session/request-config.ts'
import type { Route } from './+types/team'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { supabase } = requireMember(context, url)
  const secret = url.searchParams.get('invite')
  const [team, invite] = await Promise.all([
    readTeam(supabase),
    secret === null ? null : findTeamInvite(supabase, secret),
  ])
  const { mailMode } = context.get(requestConfig)
  return { team, opened: secret === null ? null : { secret, invite }, mailMode }
}

export default function TeamRoute({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('teams')
  return (
    <>
      <PageHead title={t('teams.title')} />
      <TeamPage {...loaderData} />
    </>
  )
}
