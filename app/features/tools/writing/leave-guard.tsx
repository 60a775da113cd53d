import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { useBlocker } from 'react-router'
import { useTranslation } from '#app/session/words.tsx'
import { Dialog } from '#app/ui/dialog.tsx'

/**
 * Protects unsaved changes when the member leaves. Navigation inside the site saves them, and a dialog asks only when
 * that fails. When the page is closed, the browser asks.
 */
export function LeaveGuard(props: { isActive: boolean; flush: () => Promise<boolean> }): ReactNode {
  const { t } = useTranslation('writing')
  const [isAsking, setIsAsking] = useState(false)
  const { isActive } = props
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isActive && currentLocation.pathname !== nextLocation.pathname,
  )

  const leave = useEffectEvent((isSaved: boolean) => {
    if (isSaved) blocker.proceed?.()
    else setIsAsking(true)
  })
  const { flush } = props
  useEffect(() => {
    if (blocker.state === 'blocked') void flush().then((isSaved) => leave(isSaved))
  }, [blocker.state, flush])

  useEffect(() => {
    if (!isActive) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isActive])

  const stay = () => {
    setIsAsking(false)
    blocker.reset?.()
  }
  return (
    <Dialog
      isOpen={isAsking && blocker.state === 'blocked'}
      title={t('writing.leave.title')}
      closeLabel={t('site.close')}
      onClose={stay}
      actions={
        <>
          <Button
            variant="subtle"
            onClick={() => {
              setIsAsking(false)
              blocker.proceed?.()
            }}
          >
            {t('writing.leave.leave')}
          </Button>
          <Button variant="filled" onClick={stay}>
            {t('writing.leave.stay')}
          </Button>
        </>
      }
    >
      <p>{t('writing.leave.text')}</p>
    </Dialog>
  )
}
