import { HelpLink } from '#app/session/help-link.tsx'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'react-router'
import type { AppError } from '#shared/errors.ts'
import { toAppError } from '#app/ui/to-app-error.ts'
import { availableImages } from '#shared/usage.ts'
import { formatDay } from '#shared/payments-text.ts'
import { useMember } from '#app/session/root-data.ts'
import type { MemberUsage } from '#app/session/session.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import { RelativeTime } from '#app/ui/relative-time.tsx'
import { SpentBy } from './spent-by.tsx'
import { listMovements, type NamedMovement } from './usage-data.ts'
import { type TranslationKey, useTranslation } from '#app/session/words.tsx'
import styles from './balance-details.module.css'

/** The balance by bucket and by what moved it last. */
export default function BalanceDetails({ usage, onFollow }: { usage: MemberUsage; onFollow: () => void }) {
  const { t, language } = useTranslation('usage', 'errors')
  const { movements, problem } = useMovements(usage)
  const buckets: [TranslationKey<'usage'>, number][] = [
    ['usage.balance.token', usage.token],
    ['usage.balance.paymentToken', usage.payment_token],
    ['usage.balance.images', availableImages(usage)],
  ]
  return (
    <>
      <h2 className={styles.title}>{t('usage.balance.title')}</h2>
      <dl className={styles.buckets}>
        {buckets.map(([key, amount]) => (
          <div key={key}>
            <dt>{t(key)}</dt>
            <dd>{amount.toLocaleString('en-US')}</dd>
          </div>
        ))}
      </dl>
      <p className="u-caption">
        {t('usage.balance.order')}{' '}
        <HelpLink topic="tokens" about={t('usage.balance.title')} onFollow={onFollow} />
      </p>
      {usage.team_owner !== null && (
        <p className="u-caption">
          {t('usage.balance.team', { name: usage.team_owner })}{' '}
          <Link to={`/${language}/my/team`} onClick={onFollow}>
            {t('usage.balance.toTeam')}
          </Link>
        </p>
      )}
      {usage.plan_until && (
        <p className="u-caption">
          {t('usage.balance.benefit', {
            date: formatDay(usage.plan_until, language),
          })}
        </p>
      )}
      <h3 className={styles.subtitle}>{t('usage.balance.movements')}</h3>
      {problem && <p role="alert">{t(`errors.${problem.code}`)}</p>}
      {!problem && movements === null && <p className="u-caption">{t('site.loading')}</p>}
      {movements?.length === 0 && <p className="u-caption">{t('usage.balance.none')}</p>}
      <ul className={styles.movements}>
        {movements?.map((movement) => (
          <MovementLine key={movement.id} movement={movement} onFollow={onFollow} />
        ))}
      </ul>
      <p className={styles.all}>
        <Link to={`/${language}/usage/history`} onClick={onFollow}>
          {t('usage.balance.all')}
        </Link>
      </p>
      <div onClickCapture={onFollow}>
        <LinkButton to={`/${language}/price`} isWide>
          {t('usage.balance.plans')}
        </LinkButton>
      </div>
    </>
  )
}

function MovementLine({ movement, onFollow }: { movement: NamedMovement; onFollow: () => void }) {
  const { t, language } = useTranslation('usage')
  const kind = t(`usage.kind.${movement.kind}` as TranslationKey<'usage'>)
  const facts = (
    <>
      <span className={styles.what}>
        <span className={styles.name}>
          {movement.tool === null ? kind : movement.title || t('usage.balance.untitled')}
        </span>
        <span className="u-caption">
          {movement.tool !== null && <>{kind} · </>}
          <SpentBy by={movement.by} />
          <RelativeTime iso={movement.at} language={language} />
        </span>
      </span>
      <b data-gain={movement.tokens > 0 || undefined}>
        {movement.tokens > 0 ? '+' : '−'}
        {Math.abs(movement.tokens).toLocaleString('en-US')}
      </b>
    </>
  )
  return (
    <li>
      {movement.tool === null ? (
        <div className={styles.line}>{facts}</div>
      ) : (
        <Link
          className={styles.line}
          to={`/${language}/tool/use?tool=${movement.tool}&id=${movement.toolUseId}`}
          onClick={onFollow}
        >
          {facts}
        </Link>
      )}
    </li>
  )
}

/** Read when the details open, and again whenever the balance moves. */
function useMovements(usage: MemberUsage) {
  const member = useMember()
  const getSupabase = useSupabase()
  const [movements, setMovements] = useState<NamedMovement[] | null>(null)
  const [problem, setProblem] = useState<AppError | null>(null)
  const load = useEffectEvent(async () => listMovements(await getSupabase(), member?.id ?? ''))
  useEffect(() => {
    let isGone = false
    load().then(
      (found) => !isGone && setMovements(found),
      (error: unknown) => !isGone && setProblem(toAppError(error)),
    )
    return () => {
      isGone = true
    }
  }, [usage])
  return { movements, problem }
}
