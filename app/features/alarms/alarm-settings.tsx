import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { useTranslation } from '#app/session/words.tsx'

// Opened by a press.
const AlarmSettingsDialog = lazyWithRetry(() => import('./alarm-settings-dialog.tsx'))

/** The button of the alarm settings, and their dialog: which kinds of alarms and e-mails the member gets. */
export function AlarmSettings() {
  const { t } = useTranslation('alarms')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="default" size="sm" onClick={() => setIsOpen(true)}>
        {t('alarms.settings')}
      </Button>
      <Suspense>{isOpen && <AlarmSettingsDialog onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  )
}
