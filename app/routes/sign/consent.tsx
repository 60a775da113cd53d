import { redirect, useNavigate } from 'react-router'
import { missingConsents } from '#shared/consents.ts'
import { recordConsents } from '#app/features/accounts/accounts-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import { ConsentForm } from '#app/features/accounts/consent-form.tsx'
import { SignPage } from '#app/features/accounts/sign-page.tsx'
import { wantedPath } from '#app/session/redirects.ts'
import { requireMember } from '#app/session/require.ts'
import { useMutation } from '#app/session/use-mutation.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import type { Route } from './+types/consent'

export function loader({ context, url }: Route.LoaderArgs) {
  const { member, language } = requireMember(context, url)
  const isSignUpOpen = member.open_sign_up !== null
  const next = isSignUpOpen
    ? `/${language}/sign/referrer${url.search}`
    : wantedPath(url.searchParams, language)
  const missing = missingConsents(member.consents)
  if (missing.length === 0) throw redirect(next)
  // A member with an earlier consent sees that the text has changed.
  const isChange = missing.some((kind) => member.consents?.[kind] !== undefined)
  return { next, isChange, memberId: member.id, wantsNews: member.is_email_reception }
}

/**
 * Asks a member for the required consents that are missing in their current version, before they write or pay (L01).
 */
export default function SignConsent({ loaderData }: Route.ComponentProps) {
  const { next, isChange, memberId, wantsNews } = loaderData
  const { language, t } = useTranslation('consents')
  const navigate = useNavigate()
  const { send, isPending, problem } = useMutation({
    isInline: true,
    explain: ({ words }) => words ?? t('consents.failed'),
  })
  const agree = (given: { news: boolean }) =>
    send(async ({ api }) => {
      await recordConsents(api, memberId, given)
      await navigate(next, { replace: true })
    })

  return (
    <SignPage
      title={t('consents.title')}
      heading={t(isChange ? 'consents.againHeading' : 'consents.heading')}
      text={t(isChange ? 'consents.againText' : 'consents.firstText')}
    >
      <ConsentForm
        action={t('consents.action')}
        isBusy={isPending}
        problem={problem}
        wantsNews={wantsNews}
        onAgree={(given) => void agree(given)}
      />
      <LinkButton to={`/${language}`} isWide>
        {t('consents.later')}
      </LinkButton>
    </SignPage>
  )
}
