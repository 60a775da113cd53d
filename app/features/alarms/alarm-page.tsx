import { Button } from '@mantine/core'
import { useEffectEvent, useLayoutEffect, useMemo } from 'react'
import { ListMore } from '#app/session/list-more.tsx'
import { useMember } from '#app/session/root-data.ts'
import { useDeletion } from '#app/session/use-deletion.ts'
import { useInfiniteList } from '#app/session/use-infinite-list.ts'
import { EmptyList } from '#app/ui/empty-list.tsx'
import { SoftDisabledButton } from '#app/ui/soft-disabled-button.tsx'
import { alarmActions, readWhenStored, showAlarmEvent } from './alarm-feed.ts'
import { AlarmLine } from './alarm-line.tsx'
import { AlarmSettings } from './alarm-settings.tsx'
import { useAlarms } from './alarm-store.ts'
import { listAlarms, type Alarm, type AlarmCounts } from './alarms-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import { useAlarmActions } from './use-alarm-actions.ts'
import frame from '#app/ui/frame.module.css'
import lineList from '#app/ui/line-list.module.css'

type FirstPage = { alarms: Alarm[]; counts: AlarmCounts }

const pageOf = (alarms: Alarm[], total: number | null = null) => ({
  lines: alarms,
  total,
  next: alarms.at(-1)?.id ?? null,
})

/** All alarms: newest first, continued by id, read one by one or all, deleted all (N02-N05). */
export function AlarmPage({ first }: { first: FirstPage }) {
  const { t, language } = useTranslation('alarms')
  const live = useAlarms()
  const actions = useAlarmActions()
  const memberId = useMember()!.id
  // It runs before the page renders, so that a press is never older than the list on screen. The page's data may be
  // older than a known list.
  // The database then decides.
  const show = useEffectEvent((loaded: FirstPage) => {
    if (live.alarms === null) showAlarmEvent({ type: 'listed', ...loaded })
    else void actions.reload()
  })
  useLayoutEffect(() => show(first), [first])
  // The server and the first render have only the data of the page.
  const { total, unread } = live.alarms ? live : first.counts
  const newest = live.alarms ?? first.alarms
  const page = useMemo(() => pageOf(newest, total), [newest, total])
  const list = useInfiniteList(page, async (supabase, after: number) =>
    pageOf(await readWhenStored(() => listAlarms(supabase, after))),
  )
  const deleteAll = useDeletion(list, {
    remove: (supabase) => alarmActions(supabase, memberId).deleteAll(),
    restore: (supabase, ids) => alarmActions(supabase, memberId).restore(ids),
    removed: (count) => t('alarms.deleted', { count }),
    undo: t('alarms.undo'),
  })
  const alarms = list.lines
  const showRead = (isRead: (alarm: Alarm) => boolean) =>
    list.change((lines) => lines.map((alarm) => (isRead(alarm) ? { ...alarm, is_read: true } : alarm)))
  const read = (alarm: Alarm) => {
    showRead(({ id }) => id === alarm.id)
    void actions.read(alarm)
  }
  const readAll = () => {
    showRead(() => true)
    void actions.readAll()
  }

  if (alarms.length === 0) {
    return (
      <div className={frame.lines}>
        <h1 className={frame.title}>{t('alarms.title')}</h1>
        <EmptyList
          text={t('alarms.empty')}
          way={{ to: `/${language}/tool/use?tool=article`, label: t('alarms.emptyAction'), isMain: true }}
        >
          <AlarmSettings />
        </EmptyList>
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
        <div className={lineList.bulk}>
          <SoftDisabledButton reason={unread === 0 ? t('alarms.allRead') : null} onPress={readAll}>
            {t('alarms.readAll')}
          </SoftDisabledButton>
          <Button variant="default" size="sm" onClick={() => void deleteAll(alarms.map(({ id }) => id))}>
            {t('alarms.deleteAll')}
          </Button>
          <AlarmSettings />
        </div>
      </header>
      <ul className={lineList.list}>
        {alarms.map((alarm) => (
          <AlarmLine key={alarm.id} alarm={alarm} onRead={() => read(alarm)} />
        ))}
      </ul>
      <ListMore list={list} label={t('alarms.more')} />
    </div>
  )
}
