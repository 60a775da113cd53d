import { HelpLink } from '#app/session/help-link.tsx'
import { Button } from '@mantine/core'
import { Suspense, useState, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import type { MailMode } from '#shared/invites.ts'
import { plans } from '#shared/payments.ts'
import { availableTokens } from '#shared/usage.ts'
import { siteZone } from '#shared/site.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { useUsage } from '#app/session/live-usage.tsx'
import { useMutation } from '#app/session/use-mutation.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import frame from '#app/ui/frame.module.css'
import lineList from '#app/ui/line-list.module.css'
import { TeamInviteForm } from './team-invite-form.tsx'
import { acceptSeat, type OwnSeat, type Team, type TeamInvite, type TeamSeat } from './teams-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import styles from './team-page.module.css'

const EndSeatDialog = lazyWithRetry(() => import('./end-seat-dialog.tsx'))

/** An invitation as it was opened; `invite` is null for one that cannot be used any more. */
export type OpenedInvite = { secret: string; invite: TeamInvite | null }

/** The member's team: an open invitation, the seat in another team, or the own team with each seat's spending (B07). */
export function TeamPage(props: { team: Team; opened: OpenedInvite | null; mailMode: MailMode }) {
  const { t, language } = useTranslation('teams')
  const { team, opened } = props
  const isMember = team.seat !== null
  const isOwner = team.is_running || team.seats.length > 0
  return (
    <div className={frame.lines}>
      <Link to={`/${language}/my/plan`} className={frame.back}>
        {t('teams.back')}
      </Link>
      <h1 className={frame.title}>{t('teams.title')}</h1>
      <HelpLink topic="team" about={t('teams.title')} />
      {opened && <Opened {...opened} />}
      {!opened && team.invites.map((invite) => <Found key={invite.id} invite={invite} />)}
      {team.seat && <Seat seat={team.seat} />}
      {isOwner && <OwnTeam team={team} mailMode={props.mailMode} />}
      {!opened && !isMember && !isOwner && team.invites.length === 0 && (
        <section className={styles.card}>
          <p>{t('teams.none', { count: plans.team.seats })}</p>
          <div className="u-actions u-mt4">
            <LinkButton to={`/${language}/price`}>{t('teams.plans')}</LinkButton>
          </div>
        </section>
      )}
    </div>
  )
}

/** Explains the effects of joining, with one button. */
function Invitation(props: { owner: string; by: { secret: string } | { id: number }; children?: ReactNode }) {
  const { t, language } = useTranslation('teams')
  const { send, isPending, problem } = useMutation({ isInline: true, revalidates: true })
  const navigate = useNavigate()
  const join = () =>
    send(
      async ({ supabase }) => {
        await acceptSeat(await supabase(), props.by)
        // The secret has done its work, and leaves the address with it.
        await navigate(`/${language}/my/team`, { replace: true, preventScrollReset: true })
      },
      { done: t('teams.joined', { name: props.owner }) },
    )
  return (
    <section className={styles.card} aria-labelledby="invitation">
      <h2 id="invitation" className="u-title4">
        {t('teams.open.title', { name: props.owner })}
      </h2>
      <ul className={styles.points}>
        <li>{t('teams.open.tokens', { name: props.owner })}</li>
        <li>{t('teams.seat.seen', { name: props.owner })}</li>
        <li>{t('teams.open.own')}</li>
      </ul>
      <div className="u-actions u-mt4">
        <Button loading={isPending} onClick={() => void join()}>
          {t('teams.open.join')}
        </Button>
        {props.children}
      </div>
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </section>
  )
}

function Opened({ secret, invite }: OpenedInvite) {
  const { t, language } = useTranslation('teams', 'errors')
  const refusal = !invite
    ? 'team_invite_gone'
    : invite.is_own
      ? 'team_own_invite'
      : invite.is_other_address
        ? 'team_other_address'
        : null
  if (invite && refusal === null) return <Invitation owner={invite.owner} by={{ secret }} />
  return (
    <section className={styles.card} role="alert">
      <p>{t(`errors.${refusal ?? 'team_invite_gone'}`)}</p>
      <p className={styles.note}>
        <Link to={`/${language}/my/team`}>{t('teams.open.see')}</Link>
      </p>
    </section>
  )
}

function Found({ invite }: { invite: Team['invites'][number] }) {
  const { t } = useTranslation('teams')
  const [isAsked, setIsAsked] = useState(false)
  return (
    <>
      <Invitation owner={invite.owner} by={{ id: invite.id }}>
        <Button variant="subtle" onClick={() => setIsAsked(true)}>
          {t('teams.open.decline')}
        </Button>
      </Invitation>
      <Suspense>
        {isAsked && (
          <EndSeatDialog
            id={invite.id}
            kind="decline"
            name={invite.owner}
            onClose={() => setIsAsked(false)}
          />
        )}
      </Suspense>
    </>
  )
}

function Seat({ seat }: { seat: OwnSeat }) {
  const { t, language } = useTranslation('teams')
  const usage = useUsage()
  const [isAsked, setIsAsked] = useState(false)
  const name = seat.owner
  const state = seat.has_effect ? 'running' : seat.is_running ? 'ownFirst' : 'resting'
  return (
    <section className={styles.card} aria-labelledby="seat">
      <h2 id="seat" className="u-title4">
        {t('teams.seat.title', { name })}
      </h2>
      <p className={styles.text}>{t(`teams.seat.${state}`, { name })}</p>
      {seat.has_effect && usage && (
        <dl className="u-definitions">
          <div>
            <dt>{t('teams.seat.left')}</dt>
            <dd>{availableTokens(usage).toLocaleString('en-US')}</dd>
          </div>
          <div>
            <dt>{t('teams.seat.spent', { date: describeDay(seat.since, language) })}</dt>
            <dd>{seat.spent.toLocaleString('en-US')}</dd>
          </div>
        </dl>
      )}
      <p className={styles.note}>{t('teams.seat.seen', { name })}</p>
      <div className="u-actions u-mt4">
        <Button variant="default" onClick={() => setIsAsked(true)}>
          {t('teams.seat.leave')}
        </Button>
      </div>
      <Suspense>
        {isAsked && <EndSeatDialog id={seat.id} kind="leave" name={name} onClose={() => setIsAsked(false)} />}
      </Suspense>
    </section>
  )
}

function OwnTeam({ team, mailMode }: { team: Team; mailMode: MailMode }) {
  const { t, language } = useTranslation('teams')
  const taken = team.seats.filter(({ is_expired }) => !is_expired).length
  const isFull = taken >= plans.team.seats - 1
  return (
    <>
      <section className="u-mt6" aria-labelledby="seats">
        <header className="u-head">
          <h2 id="seats" className="u-title4">
            {t('teams.own.title', { count: taken + 1, max: plans.team.seats })}
          </h2>
          <p className={styles.note}>{t('teams.own.since', { date: describeDay(team.since, language) })}</p>
        </header>
        {!team.is_running && <p className={styles.notice}>{t('teams.own.resting')}</p>}
        <ul className={lineList.list}>
          <li className={styles.line}>
            <Person name={t('teams.own.me')} />
            <Spent tokens={team.own_spent} />
          </li>
          {team.seats.map((seat) => (
            <SeatLine key={seat.id} seat={seat} />
          ))}
          {team.left_spent > 0 && (
            <li className={styles.line}>
              <Person name={t('teams.own.left')} />
              <Spent tokens={team.left_spent} />
            </li>
          )}
        </ul>
      </section>
      {team.is_running && (
        <section className={styles.card} aria-labelledby="invite">
          <h2 id="invite" className="u-title4">
            {t('teams.invite.title')}
          </h2>
          <p className={styles.text}>{t(isFull ? 'teams.invite.full' : 'teams.invite.text')}</p>
          <TeamInviteForm mode={mailMode} />
        </section>
      )}
    </>
  )
}

function SeatLine({ seat }: { seat: TeamSeat }) {
  const { t, language } = useTranslation('teams')
  const [isAsked, setIsAsked] = useState(false)
  const isJoined = seat.joined_at !== null
  const name = seat.nickname ?? seat.email
  const note = isJoined
    ? seat.uses_own_plan
      ? t('teams.own.ownPlan')
      : seat.email
    : seat.is_expired
      ? t('teams.own.expired')
      : t('teams.own.waiting', { date: describeDay(seat.expires_at, language) })
  return (
    <li className={styles.line}>
      <Person name={name} note={note} />
      {isJoined && <Spent tokens={seat.spent} />}
      <Button
        variant="subtle"
        size="sm"
        aria-label={t(isJoined ? 'teams.own.removeName' : 'teams.own.takeBackName', { name })}
        onClick={() => setIsAsked(true)}
      >
        {t(isJoined ? 'teams.own.remove' : 'teams.own.takeBack')}
      </Button>
      <Suspense>
        {isAsked && (
          <EndSeatDialog
            id={seat.id}
            kind={isJoined ? 'remove' : 'takeBack'}
            name={name}
            onClose={() => setIsAsked(false)}
          />
        )}
      </Suspense>
    </li>
  )
}

function Person(props: { name: string; note?: string }) {
  return (
    <span className={styles.who}>
      <span className="u-bold u-breakable" dir="auto">
        {props.name}
      </span>
      {props.note && <span className={styles.note}>{props.note}</span>}
    </span>
  )
}

function Spent({ tokens }: { tokens: number }) {
  const { t } = useTranslation('teams')
  return <span className={styles.spent}>{t('teams.own.spent', { count: tokens })}</span>
}

const describeDay = (iso: string, language: string): string =>
  new Date(iso).toLocaleDateString(language, { month: 'long', day: 'numeric', timeZone: siteZone })
