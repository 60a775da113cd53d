import { useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'react-router'
import { fixedAlarms, fixedEmails, optionalAlarms, optionalEmails } from '#shared/optional-alarms.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { useErrorToast } from '#app/session/use-error-toast.ts'
import { useMutation } from '#app/session/use-mutation.ts'
import { FormDialog } from '#app/ui/form-dialog.tsx'
import { mute, readMuted } from './alarm-settings-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import styles from './alarm-settings.module.css'

/** Which kinds of alarms and e-mails the member gets. */
export default function AlarmSettingsDialog({ onClose }: { onClose: () => void }) {
  const { t, language } = useTranslation('alarmsettings')
  const getSupabase = useSupabase()
  /** Null until the database has answered. */
  const [muted, setMuted] = useState<Muted | null>(null)
  const { send, isPending } = useMutation()
  const showError = useErrorToast()
  const load = useEffectEvent(async () => {
    const { alarms, emails } = await readMuted(await getSupabase())
    return { alarms: new Set(alarms), emails: new Set(emails) }
  })
  const leave = useEffectEvent((error: unknown) => {
    showError(error)
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
    const isSaved = await send(
      async ({ supabase }) =>
        mute(await supabase(), {
          alarms: optionalAlarms.filter((kind) => muted?.alarms.has(kind)),
          emails: optionalEmails.filter((kind) => muted?.emails.has(kind)),
        }),
      { done: t('alarmsettings.saved') },
    )
    if (isSaved) onClose()
  }
  return (
    <FormDialog
      title={t('alarmsettings.title')}
      action={t('alarmsettings.save')}
      cancelLabel={t('alarmsettings.cancel')}
      closeLabel={t('site.close')}
      isPending={isPending || muted === null}
      onSubmit={() => void save()}
      onClose={onClose}
    >
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
      <p className="u-note">
        {t('alarmsettings.news')}{' '}
        <Link to={`/${language}/my/setting`} onClick={onClose}>
          {t('alarmsettings.newsLink')}
        </Link>
      </p>
      <h3 className={styles.heading}>{t('alarmsettings.fixed')}</h3>
      <p className="u-note">{t('alarmsettings.why')}</p>
      <ul className={styles.fixed}>
        {Object.keys(fixedAlarms).map((group) => (
          <li key={group}>{t(`alarmsettings.fixedAlarm.${group as keyof typeof fixedAlarms}`)}</li>
        ))}
        {fixedEmails.map((group) => (
          <li key={group}>{t(`alarmsettings.fixedEmail.${group}`)}</li>
        ))}
      </ul>
    </FormDialog>
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
    <ul className="u-bare-list">
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
