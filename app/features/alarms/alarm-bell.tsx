import { Suspense, useEffect } from 'react'
import { Link } from 'react-router'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { useRootData } from '#app/session/root-data.ts'
import { getSupabase } from '#app/session/supabase.ts'
import { useTranslation } from '#app/session/words.tsx'
import { HeaderPopover } from '#app/ui/header-popover.tsx'
import { BellIcon } from '#app/ui/icons.tsx'
import { LiveRegion } from '#app/ui/live-region.tsx'
import { useAlarms } from './alarm-store.ts'
import { useSeenText } from './use-seen-text.ts'
import iconButton from '#app/ui/icon-button.module.css'
import styles from './alarm-bell.module.css'

const bellClass = `${iconButton.button} ${styles.bell}`

const AlarmPreview = lazyWithRetry(() => import('./alarm-preview.tsx'))

/** The bell in the header, with how many are not read: opens the newest on wide screens, leads to the list on phones. */
export function AlarmBell() {
  const { t, language } = useTranslation()
  const { unread, arrived } = useAlarms()
  useFeed()
  useSeenText()
  const count = unread > 99 ? '99+' : String(unread)
  const label = unread > 0 ? t('site.alarms.unread', { count }) : t('site.alarms.label')
  const bell = (
    <>
      <BellIcon />
      {/* The style sheet draws the count, so that screen readers read only the label. */}
      {unread > 0 && <span className={styles.count} data-count={count} />}
    </>
  )
  return (
    <>
      <Link to={`/${language}/my/alarm`} className={`${bellClass} ${styles.onPhone}`} aria-label={label}>
        {bell}
      </Link>
      <span className={styles.onDesktop}>
        <HeaderPopover id="alarms" label={label} button={bell} buttonClassName={bellClass}>
          {(close) => (
            <Suspense>
              <AlarmPreview onFollow={close} />
            </Suspense>
          )}
        </HeaderPopover>
      </span>
      <LiveRegion text={arrived > 0 ? t('site.alarms.arrived', { count }) : ''} />
    </>
  )
}

/** The code that reads and subscribes loads after hydration. */
function useFeed(): void {
  const facts = useRootData()
  const memberId = facts?.member?.id
  const { url, key } = facts?.backend ?? {}
  useEffect(() => {
    if (memberId === undefined || url === undefined || key === undefined) return
    let stop: (() => void) | undefined
    let isGone = false
    const start = async () => {
      const [supabase, { startAlarmFeed }] = await Promise.all([
        getSupabase({ url, key }),
        import('./alarm-feed.ts'),
      ])
      if (!isGone) stop = startAlarmFeed(supabase, memberId)
    }
    start().catch((error: unknown) => console.error('The alarms are not followed.', error))
    return () => {
      isGone = true
      stop?.()
    }
  }, [memberId, url, key])
}
