import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { optionalAlarms, type OptionalAlarm } from '#shared/optional-alarms.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { Form } from '#app/ui/form.tsx'
import { toAppError } from '#app/ui/to-app-error.ts'
import { showToast } from '#app/ui/toast.tsx'
import { muteAlarms, readMutedAlarms } from './alarm-settings-data.ts'
import { useAlarmSettingsWords } from './alarm-settings-words.ts'
import styles from './alarm-settings.module.css'

const formId = 'alarm-settings'

/** The button of the alarm settings, and their dialog: which kinds of alarms the member gets. */
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
  const { t } = useAlarmSettingsWords()
  const getSupabase = useSupabase()
  /** Null until the database has answered. */
  const [muted, setMuted] = useState<ReadonlySet<string> | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const fail = (error: unknown) =>
    showToast({ message: t(`errors.${toAppError(error).code}`), tone: 'error' })
  const load = useEffectEvent(async () => new Set(await readMutedAlarms(await getSupabase())))
  const leave = useEffectEvent((error: unknown) => {
    fail(error)
    onClose()
  })
  useEffect(() => {
    load().then(setMuted, leave)
  }, [])
  const toggle = (kind: OptionalAlarm, isWanted: boolean) => {
    const next = new Set(muted)
    if (isWanted) next.delete(kind)
    else next.add(kind)
    setMuted(next)
  }
  const save = async () => {
    setIsBusy(true)
    try {
      await muteAlarms(
        await getSupabase(),
        optionalAlarms.filter((kind) => muted?.has(kind)),
      )
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
        <ul className={styles.kinds}>
          {optionalAlarms.map((kind) => (
            <li key={kind}>
              <label className={styles.kind}>
                <input
                  type="checkbox"
                  checked={muted !== null && !muted.has(kind)}
                  disabled={muted === null}
                  onChange={(event) => toggle(kind, event.currentTarget.checked)}
                />
                {t(`alarmsettings.kind.${kind}`)}
              </label>
            </li>
          ))}
        </ul>
        <p className={styles.note}>{t('alarmsettings.always')}</p>
      </Form>
    </Dialog>
  )
}
