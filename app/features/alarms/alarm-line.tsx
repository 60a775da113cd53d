import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { CheckIcon } from '#app/ui/icons.tsx'
import { RelativeTime } from '#app/ui/relative-time.tsx'
import { AlarmIcon } from './alarm-icon.tsx'
import { describeAlarm } from './alarm-text.ts'
import type { Alarm } from './alarms-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import iconButton from '#app/ui/icon-button.module.css'
import styles from './alarm-line.module.css'

/** One alarm: event, subject and time. It links to its subject, and the link marks it as read. */
export function AlarmLine(props: { alarm: Alarm; onRead: () => void; onFollow?: () => void }) {
  const { t, language } = useTranslation('alarms')
  const { alarm } = props
  const { title, text, href } = describeAlarm(alarm, t, language)
  const read = () => {
    if (!alarm.is_read) props.onRead()
  }
  return (
    <li className={styles.line} data-line={alarm.id} data-unread={!alarm.is_read || undefined}>
      <AlarmTarget
        href={href}
        onFollow={() => {
          read()
          props.onFollow?.()
        }}
      >
        <span className={styles.icon}>
          <AlarmIcon kind={alarm.kind} />
          {!alarm.is_read && <span className={styles.dot} role="img" aria-label={t('alarms.isUnread')} />}
        </span>
        <span className={styles.words}>
          <span className={styles.title}>{title}</span>
          {text && <span className={styles.text}>{text}</span>}
          <span className="u-caption">
            <RelativeTime iso={alarm.created_at} language={language} />
          </span>
        </span>
      </AlarmTarget>
      {!alarm.is_read && (
        <button
          type="button"
          className={`${iconButton.button} ${styles.read}`}
          onClick={read}
          title={t('alarms.markRead')}
          aria-label={`${t('alarms.markRead')}: ${title}`}
        >
          <CheckIcon size={18} />
        </button>
      )}
    </li>
  )
}

function AlarmTarget(props: { href: string | null; onFollow: () => void; children: ReactNode }) {
  if (props.href === null) return <span className={styles.target}>{props.children}</span>
  return (
    <Link to={props.href} className={styles.target} onClick={props.onFollow}>
      {props.children}
    </Link>
  )
}
