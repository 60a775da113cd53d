import type { ReactNode } from 'react'
import { inviteReward } from '#shared/invites.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import { useTranslation } from '#app/session/words.tsx'
import styles from './invite-landing.module.css'

/**
 * The viewer of an invitation: an `invited` visitor, one with an `unknown` code or one whose look-up failed (`unsure`).
 * Others are a `newcomer` during the sign-up, a `member`, or the `inviter`.
 */
export type InviteState = 'invited' | 'unknown' | 'unsure' | 'newcomer' | 'member' | 'inviter'

/** The page of an invitation (R08): the inviter, both gifts and the sign-in, or why the invitation does not apply. */
export function InviteLanding(props: {
  state: InviteState
  /** The inviter; null when unknown. */
  inviter: string | null
  picture: ReactNode
  signUpTokens: number
  /** The sign-in itself. */
  children: ReactNode
}) {
  const { language, t } = useTranslation('invites')
  const { state, inviter } = props
  const isForMember = state === 'member' || state === 'inviter'
  return (
    <div className={styles.page}>
      {inviter !== null && <span className={styles.picture}>{props.picture}</span>}
      <h1 className={styles.title}>
        {inviter === null
          ? t(`invites.landing.${state}.title`)
          : t('invites.landing.title', { name: inviter })}
      </h1>
      <p className="u-muted u-mt2">{t(`invites.landing.${state}.text`)}</p>
      {!isForMember && <Gifts signUpTokens={props.signUpTokens} isInvited={state !== 'unknown'} />}
      {isForMember && (
        <div className="u-row u-mt5">
          <LinkButton to={`/${language}/my/invite`} variant="filled">
            {t('invites.landing.own')}
          </LinkButton>
          <LinkButton to={`/${language}/tool/list`}>{t('invites.landing.start')}</LinkButton>
        </div>
      )}
      {state === 'newcomer' && (
        <div className="u-row u-mt5">
          <LinkButton to={`/${language}/sign/confirm`} variant="filled">
            {t('invites.landing.goOn')}
          </LinkButton>
        </div>
      )}
      {!isForMember && state !== 'newcomer' && <div className="u-stack3 u-mt5">{props.children}</div>}
    </div>
  )
}

function Gifts({ signUpTokens, isInvited }: { signUpTokens: number; isInvited: boolean }) {
  const { t } = useTranslation('invites')
  return (
    <dl className={styles.gifts}>
      <div className={styles.gift}>
        <dt>{t('invites.landing.gift.signUp')}</dt>
        <dd>{t('invites.tokens', { count: signUpTokens })}</dd>
      </div>
      {isInvited && (
        <div className={styles.gift}>
          <dt>{t('invites.landing.gift.invite')}</dt>
          <dd>
            {t('invites.tokens', { count: inviteReward.tokens })}
            <span>{t('invites.images', { count: inviteReward.images })}</span>
          </dd>
        </div>
      )}
    </dl>
  )
}
