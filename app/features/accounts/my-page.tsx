import { Link } from 'react-router'
import type { MemberRecord, MemberUsage } from '#app/session/session.ts'
import { useUsage } from '#app/session/live-usage.tsx'
import { promptListPath } from '#app/session/prompt-list-path.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { RelativeTime } from '#app/ui/relative-time.tsx'
import { formatDay, useZone } from '#app/ui/zone.ts'
import { plans, type PlanType } from '#shared/payments.ts'
import { siteZone } from '#shared/site.ts'
import { availableTokens } from '#shared/usage.ts'
import { type TranslationKey, useTranslation } from '#app/session/words.tsx'
import styles from './my-page.module.css'

/** A line for one of the member's items, of any feature. `to` is a path inside the language. */
type MyLine = { id: number; title: string; to: string; note?: string; at: string; language?: string }

export type MyOverview = {
  texts: MyLine[]
  own: MyLine[]
  saved: MyLine[]
  unread: number
}

/** The personal page: the member's profile, balance, and links to all of the member's items (R10). */
export function MyPage(props: { member: MemberRecord; usage: MemberUsage | null; overview: MyOverview }) {
  const { language, t } = useTranslation('my')
  const usage = useUsage() ?? props.usage
  const zone = useZone()
  const { member, overview } = props
  const inside = (path: string) => `/${language}${path}`
  return (
    <div className={styles.page}>
      <header
        className={styles.head}
        data-has-background={member.background ? true : undefined}
        style={
          member.background ? { backgroundImage: `url(${JSON.stringify(member.background)})` } : undefined
        }
      >
        <div className={styles.who}>
          <span className={styles.avatar}>
            <Avatar person={member} />
          </span>
          <div className="u-fill">
            <h1 className="u-breakable u-title2">{t('my.hello', { name: member.nickname })}</h1>
            <p className="u-note">{t('my.since', { date: formatDay(member.created_at, language, zone) })}</p>
          </div>
          <LinkButton to={inside('/my/setting')}>{t('my.settings')}</LinkButton>
        </div>
      </header>
      <dl className={styles.facts}>
        {usage && (
          <div className={styles.fact}>
            <dt>{t('my.balance.label')}</dt>
            <dd className={styles.figure}>{availableTokens(usage).toLocaleString('en-US')}</dd>
            <dd>
              {hasUnlimitedImages(usage.plan)
                ? t('my.balance.unlimited')
                : t('my.balance.images', { count: usage.image + usage.payment_image })}{' '}
              · <Link to={inside('/usage/history')}>{t('my.balance.history')}</Link>
            </dd>
          </div>
        )}
        {usage && (
          <div className={styles.fact}>
            <dt>{t('my.plan.label')}</dt>
            <dd className={styles.figure}>{t(`my.plan.${usage.plan}` as TranslationKey<'my'>)}</dd>
            {usage.team_owner !== null && <dd>{t('my.plan.team_of', { name: usage.team_owner })}</dd>}
            {usage.plan_until && (
              <dd>{t('my.plan.until', { date: formatDay(usage.plan_until, language, siteZone) })}</dd>
            )}
            <dd>
              <Link to={inside('/my/plan')}>{t('my.plan.own')}</Link> ·{' '}
              <Link to={inside('/price')}>{t('my.plan.change')}</Link>
            </dd>
          </div>
        )}
        <div className={styles.fact}>
          <dt>{t('my.alarms.title')}</dt>
          <dd className={styles.figure}>{overview.unread.toLocaleString('en-US')}</dd>
          <dd>
            {overview.unread > 0 ? t('my.alarms.unread', { count: overview.unread }) : t('my.alarms.none')} ·{' '}
            <Link to={inside('/my/alarm')}>{t('my.alarms.all')}</Link>
          </dd>
        </div>
      </dl>
      <MyList
        title={t('my.texts.title')}
        lines={overview.texts}
        all={{ to: inside('/tool/history'), label: t('my.texts.all') }}
        empty={t('my.texts.empty')}
        start={{ to: inside('/tool/use?tool=article'), label: t('my.texts.start') }}
      />
      <div className={styles.pair}>
        <MyList
          title={t('my.prompts.own')}
          lines={overview.own}
          all={{ to: inside(ownPromptsPath), label: t('my.prompts.all') }}
          empty={t('my.prompts.ownEmpty')}
          start={{ to: inside('/prompt/create'), label: t('my.prompts.create') }}
        />
        <MyList
          title={t('my.prompts.saved')}
          lines={overview.saved}
          all={{ to: inside('/my/bookmark'), label: t('my.prompts.all') }}
          empty={t('my.prompts.savedEmpty')}
          start={{ to: promptListPath(language), label: t('my.prompts.browse') }}
        />
      </div>
      <nav className={styles.more} aria-label={t('my.title')}>
        <Link to={inside('/my/tone')}>{t('my.tone')}</Link>
        <Link to={inside('/my/invite')}>{t('my.invite')}</Link>
        {usage?.plan === 'team' && <Link to={inside('/my/team')}>{t('my.team')}</Link>}
        <Link to={inside('/my/run')}>{t('my.runs')}</Link>
        <Link to={inside('/contact')}>{t('my.contact')}</Link>
      </nav>
    </div>
  )
}

const hasUnlimitedImages = (plan: string): boolean =>
  Object.hasOwn(plans, plan) && plans[plan as PlanType].imagesMonth === 'unlimited'

/** Where a member's own prompts are listed. */
const ownPromptsPath = '/my/create'

type Way = { to: string; label: string }

function MyList(props: { title: string; lines: MyLine[]; all: Way; empty: string; start: Way }) {
  const { language } = useTranslation('my')
  return (
    <section className="u-narrowable u-mt6">
      <header className={styles.listHead}>
        <h2 className="u-title3">{props.title}</h2>
        {props.lines.length > 0 && <Link to={props.all.to}>{props.all.label}</Link>}
      </header>
      {props.lines.length === 0 ? (
        <div className={styles.empty}>
          <p>{props.empty}</p>
          <LinkButton to={props.start.to}>{props.start.label}</LinkButton>
        </div>
      ) : (
        <ul className="u-ruled-list u-mt2">
          {props.lines.map((line) => (
            <li key={line.id} className={styles.line}>
              <Link
                to={`/${language}${line.to}`}
                className={`u-quiet-link ${styles.name}`}
                dir="auto"
                lang={line.language}
              >
                {line.title}
              </Link>
              <span className={styles.note}>
                {line.note && <>{line.note} · </>}
                <RelativeTime iso={line.at} language={language} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
