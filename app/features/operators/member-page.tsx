import { Suspense, type ReactNode } from 'react'
import { Link } from 'react-router'
import { providerName } from '#shared/providers.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { useMember } from '#app/session/root-data.ts'
import { PageHead } from '#app/session/page-head.tsx'
import { useInfiniteList } from '#app/session/use-infinite-list.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import { RelativeTime } from '#app/ui/relative-time.tsx'
import { addressOf, OperatorsHeader, More, OperatorsSkeleton, Tabs } from './operators-frame.tsx'
import { MemberActs } from './member-acts.tsx'
import { type TranslationKey, useTranslation } from '#app/session/words.tsx'
import { listMovements, type LogLine, type MemberDetails, type Movement } from './operators-data.ts'
import type { Page } from './read-page.ts'
import itemStyles from './operators-item.module.css'
import lineStyles from './operators-lines.module.css'

// Below all other content, with its own messages.
const LogLines = lazyWithRetry(async () => ({ default: (await import('./log-lines.tsx')).LogLines }))

/** One member: profile, balance and its movements, and the operators' actions. */
export default function MemberPage(props: {
  member: MemberDetails
  kind: 'token' | 'image'
  movements: Page<Movement>
  log: LogLine[]
}) {
  const { t, language } = useTranslation('members', 'operators', 'usage')
  const { member } = props
  const me = useMember()
  const mayAct =
    member.is_active &&
    me !== null &&
    member.id !== me.id &&
    (member.role === 'member' || me.role === 'owner')
  return (
    <>
      <PageHead title={member.nickname} />
      <p className={itemStyles.back}>
        <Link to={`/${language}/admin/member`}>{t('members.back')}</Link>
      </p>
      <OperatorsHeader title={member.nickname} />
      {(member.is_block || !member.is_active) && (
        <p className="u-facts">
          <strong data-alert>{t(member.is_active ? 'members.blocked' : 'members.left')}</strong>
        </p>
      )}
      <Section id="facts" title={t('members.facts')}>
        <Facts member={member} />
        <p className="u-quiet">{t('members.private')}</p>
        <p className="u-mt3">
          <LinkButton to={`/${language}/admin/member/${member.id}/payment`}>
            {t('members.payments')}
          </LinkButton>
        </p>
      </Section>
      {mayAct && (
        <Section id="acts" title={t('members.acts')}>
          <MemberActs key={member.id} member={member} isOwner={me.role === 'owner'} />
        </Section>
      )}
      <Section id="history" title={t('members.history.title')}>
        <Movements {...props} />
      </Section>
      {props.log.length > 0 && (
        <Section id="log" title={t('members.log')}>
          <Suspense fallback={<OperatorsSkeleton lines={props.log.length} />}>
            <LogLines lines={props.log} isOfMember />
          </Suspense>
        </Section>
      )}
    </>
  )
}

function Section(props: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="u-mt6" aria-labelledby={props.id}>
      <h2 id={props.id} className={lineStyles.heading}>
        {props.title}
      </h2>
      {props.children}
    </section>
  )
}

function Facts({ member }: { member: MemberDetails }) {
  const { t, language } = useTranslation('members', 'operators', 'usage')
  const amount = (gift: number, paid: number) => t('members.amount', { all: gift + paid, paid })
  const facts: [string, ReactNode][] = [
    [t('members.fact.email'), member.email ?? t('members.none')],
    [t('members.fact.joined'), <RelativeTime key="joined" iso={member.created_at} language={language} />],
    [
      t('members.fact.provider'),
      member.provider === 'deleted' ? t('members.none') : providerName(member.provider, language),
    ],
    [t('members.fact.role'), t(`operators.role.${member.role}`)],
    [t('members.factor.fact'), t(`members.factor.${member.has_second_factor ? 'on' : 'off'}`)],
    [t('members.fact.plan'), member.plan ? t(`members.plans.${member.plan as 'pro'}`) : t('members.none')],
    [t('members.fact.token'), amount(member.token, member.payment_token)],
    [t('members.fact.image'), amount(member.image, member.payment_image)],
    [t('members.fact.texts'), t('members.count', { count: member.texts })],
    [t('members.fact.promptRuns'), t('members.times', { count: member.prompt_runs })],
    [t('members.fact.failedRuns'), t('members.times', { count: member.failed_runs })],
    [
      t('members.fact.prompts'),
      t('members.promptCount', { count: member.prompts, shown: member.shown_prompts }),
    ],
    [t('members.fact.id'), member.id],
  ]
  return (
    <dl className={`u-card ${itemStyles.card} ${itemStyles.pairs}`}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Movements(props: { member: MemberDetails; kind: 'token' | 'image'; movements: Page<Movement> }) {
  const { t, language } = useTranslation('members', 'operators', 'usage')
  const { kind, member } = props
  const movements = useInfiniteList(props.movements, (supabase, before: number) =>
    listMovements(supabase, member.id, kind, before),
  )
  const here = `/${language}/admin/member/${member.id}`
  return (
    <>
      <Tabs
        label={t('members.history.label')}
        tabs={(['token', 'image'] as const).map((each) => ({
          to: addressOf(here, { type: each === 'image' ? each : null }),
          label: t(`members.history.${each}`),
          isCurrent: each === kind,
        }))}
      />
      {movements.lines.length === 0 ? (
        <p className="u-muted u-ruled u-mt5">{t('members.history.empty')}</p>
      ) : (
        <ul className={lineStyles.list}>
          {movements.lines.map((line) => (
            <li key={line.id} className={lineStyles.line}>
              <span className={lineStyles.about}>
                <span>
                  {t(
                    `usage.kind.${kind === 'image' && line.kind === 'use' ? 'useImage' : line.kind}` as TranslationKey<
                      'members' | 'operators' | 'usage'
                    >,
                  )}
                </span>
                <span className="u-facts">
                  {line.bucket.startsWith('payment') && <span>{t('members.history.paid')}</span>}
                  <RelativeTime iso={line.created_at} language={language} />
                </span>
              </span>
              <span className={lineStyles.amount}>
                <b data-gain={line.amount > 0 || undefined}>
                  {line.amount > 0 ? '+' : '−'}
                  {Math.abs(line.amount).toLocaleString('en-US')}
                </b>
                <span className="u-facts">{t('members.history.after', { count: line.balance_after })}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      <More list={movements} />
    </>
  )
}
