import { data } from 'react-router'
import { inviteReward } from '#shared/invites.ts'
import { availableTokens } from '#shared/usage.ts'
import { findOwnUsage } from '#app/session/own-usage.ts'
import { SignPage } from '#app/features/accounts/sign-page.tsx'
import { inviteCookieHeader, readInviteCode } from '#app/features/invites/invite-cookie.ts'
import { completeSignUp } from '#app/features/invites/invites-data.ts'
import { wantedPath } from '#app/session/redirects.ts'
import { requireMember } from '#app/session/require.ts'
import { requestConfig } from '#app/session/request-config.ts'
import { useTranslation } from '#app/session/words.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import type { Route } from './+types/complete'
import styles from './complete.module.css'

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { supabase, member, language } = requireMember(context, url)
  const code = readInviteCode(request)
  const outcome = await completeSignUp(supabase, code)
  const usage = await findOwnUsage(supabase)
  const next = wantedPath(url.searchParams, language)
  const facts = {
    nickname: member.nickname,
    outcome,
    tokens: usage ? availableTokens(usage) : null,
    next: next === `/${language}` ? null : next,
  }
  // Used, or of no use any more.
  return data(
    facts,
    code === null ? {} : { headers: inviteCookieHeader(null, context.get(requestConfig).siteOrigin) },
  )
}

/**
 * The end of the sign-up: the member's balance, and a link to the wanted path (R18), or to the home page, which shows a
 * newcomer the steps to a first text.
 */
export default function SignComplete({ loaderData }: Route.ComponentProps) {
  const { language, t } = useTranslation('accounts')
  const { nickname, outcome, tokens, next } = loaderData
  return (
    <SignPage title={t('accounts.complete.title')} text={t('accounts.complete.text', { name: nickname })}>
      {tokens !== null && (
        <p className={styles.balance}>
          <span>{t('accounts.complete.balance')}</span>
          <strong>{tokens.toLocaleString('en-US')}</strong>
        </p>
      )}
      {tokens === 0 && <p className="u-success">{t('accounts.complete.noGift')}</p>}
      {outcome !== null && (
        <p className="u-success">
          {t(`accounts.complete.invite.${outcome}`, {
            tokens: inviteReward.tokens,
            images: inviteReward.images,
          })}
        </p>
      )}
      {next && (
        <LinkButton to={next} variant="filled" isWide>
          {t('accounts.complete.continue')}
        </LinkButton>
      )}
      <LinkButton to={`/${language}`} variant={next ? 'default' : 'filled'} isWide>
        {t('accounts.complete.start')}
      </LinkButton>
    </SignPage>
  )
}
