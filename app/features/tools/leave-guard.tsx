import { Button } from '@mantine/core'
import { useEffect, type ReactNode } from 'react'
import { useBlocker } from 'react-router'
import { useWords } from '#app/session/words.tsx'
import { Dialog } from '#app/ui/dialog.tsx'

/** Asks before unsaved changes are lost: a dialog inside the site, the browser's own question when the page is closed. */
export function LeaveGuard({ isActive }: { isActive: boolean }): ReactNode {
  const { t } = useWords()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isActive && currentLocation.pathname !== nextLocation.pathname,
  )

  useEffect(() => {
    if (!isActive) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isActive])

  return (
    <Dialog
      isOpen={blocker.state === 'blocked'}
      title={t('tools.leave.title')}
      closeLabel={t('site.close')}
      onClose={() => blocker.reset?.()}
      actions={
        <>
          <Button variant="subtle" onClick={() => blocker.proceed?.()}>
            {t('tools.leave.leave')}
          </Button>
          <Button variant="filled" onClick={() => blocker.reset?.()}>
            {t('tools.leave.stay')}
          </Button>
        </>
      }
    >
      <p>{t('tools.leave.text')}</p>
    </Dialog>
  )
}
