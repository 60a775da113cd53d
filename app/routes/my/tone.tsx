import { TonePage } from '#app/features/tones/tone-page.tsx'
import { getOwnTone } from '#app/features/tones/tones-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import { PageHead } from '#app/session/page-head.tsx'
import { requireMember } from '#app/session/require.ts'
import type { Route } from './+types/tone'

export function loader({ context, url }: Route.LoaderArgs) {
  const { supabase, member } = requireMember(context, url)
  return getOwnTone(supabase, member.id)
}

export default function ToneRoute({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('tones')
  return (
    <>
      <PageHead title={t('tones.title')} />
      <TonePage own={loaderData} />
    </>
  )
}
