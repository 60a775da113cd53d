import { Link } from 'react-router'
import { formatWon } from '#shared/payments-text.ts'
import { RelativeTime } from '#app/ui/relative-time.tsx'
import { useZone } from '#app/ui/zone.ts'
import type { LogLine } from './operators-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import styles from './operators-lines.module.css'

/** Acts as they were written down: who did what, with what, for whom. */
export function LogLines({ lines, isOfMember }: { lines: LogLine[]; isOfMember?: boolean }) {
  const { t } = useTranslation('acts', 'operators')
  return (
    <ul className={styles.list}>
      {lines.map((line) => (
        <Line
          key={line.id}
          line={isOfMember ? { ...line, member: null } : line}
          text={t(`acts.act.${line.act}`)}
        />
      ))}
    </ul>
  )
}

function Line({ line, text }: { line: LogLine; text: string }) {
  const { t, language } = useTranslation('acts', 'operators')
  const path = pathOf(line)
  return (
    <li className={styles.line}>
      <span className={styles.about}>
        <span className={styles.name}>
          {path ? <Link to={`/${language}/admin${path}`}>{text}</Link> : text}
        </span>
        <span className="u-facts">
          <span dir="auto">{line.operator ?? t('acts.terminal')}</span>
          {line.member_id && line.member && (
            <Link to={`/${language}/admin/member/${line.member_id}`} dir="auto">
              {line.member}
            </Link>
          )}
          {line.subject_id && /^\d+$/.test(line.subject_id) && (
            <span>{t('acts.number', { id: line.subject_id })}</span>
          )}
          <RelativeTime iso={line.created_at} language={language} />
        </span>
        <Details line={line} />
      </span>
    </li>
  )
}

function Details({ line: { act, details } }: { line: LogLine }) {
  const { t, language } = useTranslation('acts', 'operators')
  const zone = useZone()
  const {
    tokens,
    images,
    before,
    after,
    detail,
    start_at,
    end_at,
    published_at,
    title_ko,
    reason,
    amount,
    count,
  } = details
  const day = (iso: string | number | undefined) =>
    iso === undefined ? '' : new Date(iso).toLocaleDateString(language, { timeZone: zone })
  const parts = [
    act === 'member_gift' && t('acts.gift', { tokens: tokens ?? 0, images: images ?? 0 }),
    act === 'list_members' && t('acts.count', { count: count ?? 0 }),
    act === 'member_role' &&
      [before ?? 'member', after].map((role) => t(`operators.role.${role as 'member'}`)).join(' → '),
    act === 'benefit_give' && `${t(`acts.plan.${detail as 'pro'}`)}, ${day(start_at)} – ${day(end_at)}`,
    /^(notice|article)_(create|change)$/.test(act) &&
      (published_at === undefined ? t('acts.draft') : t('acts.published', { date: day(published_at) })),
    act.startsWith('refund_') && formatWon(Number(amount), language),
    title_ko,
    reason && t('acts.reason', { reason }),
  ].filter(Boolean)
  if (parts.length === 0) return null
  return (
    <span className="u-quiet" dir="auto">
      {parts.join(' · ')}
    </span>
  )
}

/** The path to the subject of an action. */
function pathOf({ act, subject_id: id, member_id: member }: LogLine): string | null {
  if (id === null) return null
  if (act.startsWith('refund_')) return member && `/member/${member}/payment`
  if (act.startsWith('report_') || act.startsWith('prompt_')) return `/prompt/reported/${id}`
  if (act === 'read_question' || act.startsWith('question_')) return `/question/${id}`
  if (/^(notice|article)_(create|change)$/.test(act)) return `/publication/${act.split('_')[0]}/${id}`
  return null
}
