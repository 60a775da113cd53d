import { Button } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { LinkButton } from '#app/ui/link-button.tsx'
import { AlarmLine } from './alarm-line.tsx'
import { useAlarms } from './alarm-store.ts'
import { useTranslation } from '#app/session/words.tsx'
import { useAlarmActions } from './use-alarm-actions.ts'
import styles from './alarm-preview.module.css'

const shownMax = 5

/** The newest few, under the bell. */
export default function AlarmPreview({ onFollow }: { onFollow: () => void }) {
  const { t, language } = useTranslation('alarms')
  const { alarms, unread } = useAlarms()
  const actions = useAlarmActions()
  const load = useEffectEvent(() => alarms === null && actions.reload())
  useEffect(() => void load(), [])
  return (
    <>
      <header className={styles.header}>
        <h2 className={styles.title}>{t('alarms.title')}</h2>
        {unread > 0 && (
          <Button variant="subtle" size="sm" onClick={actions.readAll}>
            {t('alarms.readAll')}
          </Button>
        )}
      </header>
      {alarms === null ? (
        <p className={styles.none}>{t('site.loading')}</p>
      ) : alarms.length === 0 ? (
        <p className={styles.none}>{t('alarms.none')}</p>
      ) : (
        <ul className="u-bare-list u-mt1">
          {alarms.slice(0, shownMax).map((alarm) => (
            <AlarmLine
              key={alarm.id}
              alarm={alarm}
              onRead={() => void actions.read(alarm)}
              onFollow={onFollow}
            />
          ))}
        </ul>
      )}
      <div className="u-mt4" onClickCapture={onFollow}>
        <LinkButton to={`/${language}/my/alarm`} isWide>
          {t('alarms.seeAll')}
        </LinkButton>
      </div>
    </>
  )
}
