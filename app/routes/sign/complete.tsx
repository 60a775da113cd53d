import { writingTools } from '#shared/tools.ts'
import { availableTokens } from '#shared/usage.ts'
import { SignPage } from '#app/features/accounts/sign-page.tsx'
import { wantedPath } from '#app/session/redirects.ts'
import { requireMember } from '#app/session/require.ts'
import { useAccountsWords } from '#app/features/accounts/accounts-words.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import type { Route } from './+types/complete'
import styles from './complete.module.css'

export function loader({ context, url }: Route.LoaderArgs) {
  const { member, usage, language } = requireMember(context, url)
  const next = wantedPath(url.searchParams, language)
  return {
    nickname: member.nickname,
    tokens: usage ? availableTokens(usage) : null,
    next: next === `/${language}` ? null : next,
    start: `/${language}/tool/use?tool=${writingTools[0]}`,
  }
}

/** Sign-up is finished: what there is now, and on to where the person wanted to go (R18). */
export default function SignComplete({ loaderData }: Route.ComponentProps) {
  const { language, t } = useAccountsWords()
  const { nickname, tokens, next, start } = loaderData
  return (
    <SignPage title={t('accounts.complete.title')} text={t('accounts.complete.text', { name: nickname })}>
      {tokens !== null && (
        <p className={styles.balance}>
          <span>{t('accounts.complete.balance')}</span>
          <strong>{tokens.toLocaleString('en-US')}</strong>
        </p>
      )}
      {next && (
        <LinkButton to={next} variant="filled" isWide>
          {t('accounts.complete.continue')}
        </LinkButton>
      )}
      <LinkButton to={start} variant={next ? 'default' : 'filled'} isWide>
        {t('accounts.complete.start')}
      </LinkButton>
      {!next && (
        <LinkButton to={`/${language}`} isWide>
          {t('accounts.complete.home')}
        </LinkButton>
      )}
    </SignPage>
  )
}
