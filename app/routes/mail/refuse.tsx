import { RefusePage } from '#app/features/invites/refuse-page.tsx'
import { useTranslation } from '#app/session/words.tsx'
import { PageHead } from '#app/session/page-head.tsx'
import type { Route } from './+types/refuse'

export function loader({ url }: Route.LoaderArgs) {
  return { token: url.searchParams.get('token') ?? '' }
}

export default function RefuseRoute({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('invites')
  return (
    <>
      <PageHead title={t('invites.refuse.title')} />
      <RefusePage token={loaderData.token} />
    </>
  )
}
