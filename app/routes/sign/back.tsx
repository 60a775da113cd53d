import { useEffect } from 'react'
import { redirect } from 'react-router'
import { SignPage } from '#app/features/accounts/sign-page.tsx'
import { safeRedirect, signInPath } from '#app/session/redirects.ts'
import { requestSession } from '#app/session/session.ts'
import { notifyPages } from '#app/session/signed-in.ts'
import { useTranslation } from '#app/session/words.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import type { Route } from './+types/back'

export function loader({ url, context }: Route.LoaderArgs) {
  const { language, session } = context.get(requestSession)
  if (session.kind !== 'member') throw redirect(signInPath(language, url))
  return { from: safeRedirect(url.searchParams.get('from'), language) }
}

/**
 * The last page in the window of a repeated sign-in: it notifies the waiting page, and closes. Some browsers leave that
 * to the user.
 */
export default function SignBack({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('signing')
  useEffect(() => {
    notifyPages('signed-in')
    window.close()
  }, [])
  return (
    <SignPage title={t('signing.back.title')} text={t('signing.back.text')}>
      <LinkButton to={loaderData.from} isWide>
        {t('signing.back.goOn')}
      </LinkButton>
    </SignPage>
  )
}
