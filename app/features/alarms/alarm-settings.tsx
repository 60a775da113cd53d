import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'react-router'
import { fixedAlarms, fixedEmails, optionalAlarms, optionalEmails } from '#shared/optional-alarms.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { Form } from '#app/ui/form.tsx'
import { toAppError } from '#app/ui/to-app-error.ts'
import { showToast } from '#app/ui/toast.tsx'
import { mute, readMuted } from './alarm-settings-data.ts'
import { useAlarmSettingsWords } from './alarm-settings-words.ts'
import styles from './alarm-settings.module.css'

const formId = 'alarm-settings'

/** The button of the alarm settings, and their dialog: which kinds of alarms and e-mails the member gets. */
export function AlarmSettings() {
  const { t } = useAlarmSettingsWords()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="default" size="sm" onClick={() => setIsOpen(true)}>
        {t('alarmsettings.open')}
      </Button>
      {isOpen && <SettingsDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}

function SettingsDialog({ onClose }: { onClose: () => void }) {
  const { t, language } = useAlarmSettingsWords()
  const getSupabase = useSupabase()
  /** Null until the database has answered. */
  const [muted, setMuted] = useState<Muted | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const fail = (error: unknown) =>
    showToast({ message: t(`errors.${toAppError(error).code}`), tone: 'error' })
  const load = useEffectEvent(async () => {
    const { alarms, emails } = await readMuted(await getSupabase())
    return { alarms: new Set(alarms), emails: new Set(emails) }
  })
  const leave = useEffectEvent((error: unknown) => {
    fail(error)
    onClose()
  })
  useEffect(() => {
    load().then(setMuted, leave)
  }, [])
  const toggle = (list: keyof Muted, kind: string, isWanted: boolean) => {
    if (!muted) return
    const next = new Set(muted[list])
    if (isWanted) next.delete(kind)
    else next.add(kind)
    setMuted({ ...muted, [list]: next })
  }
  const save = async () => {
    setIsBusy(true)
    try {
      await mute(await getSupabase(), {
        alarms: optionalAlarms.filter((kind) => muted?.alarms.has(kind)),
        emails: optionalEmails.filter((kind) => muted?.emails.has(kind)),
      })
      showToast({ message: t('alarmsettings.saved') })
      onClose()
    } catch (error) {
      fail(error)
    }
    setIsBusy(false)
  }
  return (
    <Dialog
      isOpen
      title={t('alarmsettings.title')}
      closeLabel={t('site.close')}
      onClose={onClose}
      actions={
        <>
          <Button variant="subtle" onClick={onClose}>
            {t('alarmsettings.cancel')}
          </Button>
          <Button type="submit" form={formId} loading={isBusy || muted === null}>
            {t('alarmsettings.save')}
          </Button>
        </>
      }
    >
      <Form id={formId} label={t('alarmsettings.title')} isBusy={isBusy} onSubmit={() => void save()}>
        <p>{t('alarmsettings.text')}</p>
        <h3 className={styles.heading}>{t('alarmsettings.alarms')}</h3>
        <Kinds
          kinds={optionalAlarms}
          muted={muted?.alarms}
          nameOf={(kind) => t(`alarmsettings.kind.${kind}`)}
          onToggle={(kind, isWanted) => toggle('alarms', kind, isWanted)}
        />
        <h3 className={styles.heading}>{t('alarmsettings.emails')}</h3>
        <Kinds
          kinds={optionalEmails}
          muted={muted?.emails}
          nameOf={(kind) => t(`alarmsettings.email.${kind}`)}
          onToggle={(kind, isWanted) => toggle('emails', kind, isWanted)}
        />
        <p className={styles.note}>
          {t('alarmsettings.news')}{' '}
          <Link to={`/${language}/my/setting`} onClick={onClose}>
            {t('alarmsettings.newsLink')}
          </Link>
        </p>
        <h3 className={styles.heading}>{t('alarmsettings.fixed')}</h3>
        <p className={styles.note}>{t('alarmsettings.why')}</p>
        <ul className={styles.fixed}>
          {Object.keys(fixedAlarms).map((group) => (
            <li key={group}>{t(`alarmsettings.fixedAlarm.${group as keyof typeof fixedAlarms}`)}</li>
          ))}
          {fixedEmails.map((group) => (
            <li key={group}>{t(`alarmsettings.fixedEmail.${group}`)}</li>
          ))}
        </ul>
      </Form>
    </Dialog>
  )
}

type Muted = { alarms: ReadonlySet<string>; emails: ReadonlySet<string> }

/** Kinds to switch on and off. They wait until the database has answered. */
function Kinds<Kind extends string>(props: {
  kinds: readonly Kind[]
  muted: ReadonlySet<string> | undefined
  nameOf: (kind: Kind) => string
  onToggle: (kind: Kind, isWanted: boolean) => void
}) {
  const { kinds, muted, nameOf, onToggle } = props
  return (
    <ul className={styles.kinds}>
      {kinds.map((kind) => (
        <li key={kind}>
          <label className={styles.kind}>
            <input
              type="checkbox"
              checked={muted !== undefined && !muted.has(kind)}
              disabled={muted === undefined}
              onChange={(event) => onToggle(kind, event.currentTarget.checked)}
            />
            {nameOf(kind)}
          </label>
        </li>
      ))}
    </ul>
  )
}
