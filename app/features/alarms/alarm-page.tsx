import { Button } from '@mantine/core'
import { useLayoutEffect, useState } from 'react'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { SoftDisabledButton } from '#app/ui/soft-disabled-button.tsx'
import { showToast } from '#app/ui/toast.tsx'
import { showAlarmEvent } from './alarm-feed.ts'
import { AlarmLine } from './alarm-line.tsx'
import { AlarmSettings } from './alarm-settings.tsx'
import { useAlarms } from './alarm-store.ts'
import type { Alarm, AlarmCounts } from './alarms-data.ts'
import { useAlarmsWords } from './alarms-words.ts'
import { useAlarmActions } from './use-alarm-actions.ts'
import frame from '#app/ui/frame.module.css'
import list from '#app/ui/line-list.module.css'
import styles from './alarm-page.module.css'

type FirstPage = { alarms: Alarm[]; counts: AlarmCounts }

/** All alarms: newest first, continued by id, read one by one or all, deleted all (N02-N05). */
export function AlarmPage({ first }: { first: FirstPage }) {
  const { t, language } = useAlarmsWords()
  const live = useAlarms()
  const actions = useAlarmActions()
  const [isLoading, setIsLoading] = useState(false)
  // It runs before the page renders, so that a press is never older than the list on screen. The page's data may be
  // older than a known list.
  // The database then decides.
  useLayoutEffect(() => {
    if (live.alarms === null) showAlarmEvent({ type: 'listed', ...first })
    else void actions.reload()
    // oxlint-disable-next-line react/exhaustive-deps
  }, [first])
  // The server and the first render have only the data of the page.
  const { alarms, total, unread } = live.alarms
    ? { ...live, alarms: live.alarms }
    : { ...first.counts, ...first }
  const loadMore = async () => {
    setIsLoading(true)
    await actions.loadMore()
    setIsLoading(false)
  }

  if (alarms.length === 0) {
    return (
      <div className={frame.lines}>
        <h1 className={frame.title}>{t('alarms.title')}</h1>
        <p className={styles.empty}>{t('alarms.empty')}</p>
        <div className={list.bulk}>
          <LinkButton to={`/${language}/tool/use?tool=article`} variant="filled">
            {t('alarms.emptyAction')}
          </LinkButton>
          <AlarmSettings />
        </div>
      </div>
    )
  }
  return (
    <div className={frame.lines}>
      <header className={frame.header}>
        <div>
          <h1 className={frame.title}>{t('alarms.title')}</h1>
          <p className={frame.lead}>
            {t('alarms.total', { count: total })} ·{' '}
            {unread > 0 ? t('alarms.unread', { count: unread }) : t('alarms.allRead')}
          </p>
        </div>
        <div className={list.bulk}>
          <SoftDisabledButton reason={unread === 0 ? t('alarms.allRead') : null} onPress={actions.readAll}>
            {t('alarms.readAll')}
          </SoftDisabledButton>
          <DeleteAll total={total} onDelete={actions.deleteAll} />
          <AlarmSettings />
        </div>
      </header>
      <ul className={list.list}>
        {alarms.map((alarm) => (
          <AlarmLine key={alarm.id} alarm={alarm} onRead={() => void actions.read(alarm.id)} />
        ))}
      </ul>
      {alarms.length < total && (
        <Button variant="default" loading={isLoading} onClick={loadMore} className={list.more ?? ''}>
          {t('alarms.more')}
        </Button>
      )}
    </div>
  )
}

function DeleteAll({ total, onDelete }: { total: number; onDelete: () => Promise<boolean> }) {
  const { t } = useAlarmsWords()
  const [isAsking, setIsAsking] = useState(false)
  const [isDeleting, setIsDeleting] = useState(false)
  const remove = async () => {
    setIsDeleting(true)
    const isDone = await onDelete()
    setIsDeleting(false)
    setIsAsking(false)
    if (isDone) showToast({ message: t('alarms.deleted') })
  }
  return (
    <>
      <Button variant="default" size="sm" onClick={() => setIsAsking(true)}>
        {t('alarms.deleteAll')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('alarms.deleteTitle')}
          text={t('alarms.deleteText', { count: total })}
          action={t('alarms.deleteAll')}
          cancelLabel={t('alarms.cancel')}
          closeLabel={t('site.close')}
          isBusy={isDeleting}
          onConfirm={remove}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
