import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { Dialog } from '#app/ui/dialog.tsx'
import { showToast } from '#app/ui/toast.tsx'
import { useRootData } from './root-data.ts'
import { signInPath } from './redirects.ts'
import { listenToPages, notifyComponents } from './signed-in.ts'
import { useTranslation } from './words.tsx'
import { useSupabase } from './use-api.ts'

/** Wide enough for the providers' own pages; a phone opens a tab. */
const windowShape = 'popup,width=480,height=720'

/**
 * For a member whose session ended while writing: the sign-in opens in another window, and this page stays unchanged.
 * If windows are not allowed, this page navigates to the sign-in and later returns with its stored draft.
 */
export default function SignInAgain({
  isOther = false,
  onClose,
}: {
  /** Another member is signed in now. */
  isOther?: boolean
  onClose: () => void
}) {
  const { t, language } = useTranslation('signing')
  const memberId = useRootData()?.member?.id ?? null
  const [step, setStep] = useState<'asked' | 'away' | 'other'>(isOther ? 'other' : 'asked')
  const takeUp = useTakenUp(memberId, {
    onBack() {
      onClose()
      showToast({ message: t('signing.ended.done') })
    },
    onOther: () => setStep('other'),
  })
  useEffect(() => listenToPages((news) => news === 'signed-in' && void takeUp()), [takeUp])

  // Asks even members who seem to be signed in: a session that ended elsewhere still looks valid in this browser.
  const again = (wanted: { pathname: string; search: string }) => `${signInPath(language, wanted)}&again=1`
  // Uses the browser's address, because the router does not know the address of a text that began on this page.
  const here = again(window.location)
  const signIn = () => {
    const { pathname, search } = window.location
    const from = `?${new URLSearchParams({ from: pathname + search })}`
    const back = again({ pathname: `/${language}/sign/back`, search: from })
    if (window.open(back, 'munjang-sign-in', windowShape)) setStep('away')
    else window.location.assign(here)
  }
  return (
    <Dialog
      isOpen
      title={t('signing.ended.title')}
      closeLabel={t('site.close')}
      onClose={onClose}
      actions={
        <>
          {step !== 'asked' && (
            <Button variant="subtle" component="a" href={here}>
              {t('signing.ended.here')}
            </Button>
          )}
          <Button variant="filled" onClick={signIn}>
            {t('signing.ended.action')}
          </Button>
        </>
      }
    >
      <p role="status">
        {t(
          step === 'asked'
            ? 'signing.ended.text'
            : step === 'away'
              ? 'signing.ended.waiting'
              : 'signing.ended.other',
        )}
      </p>
    </Dialog>
  )
}

/** Uses the session that another window has created, if it is this page's member's. */
function useTakenUp(memberId: string | null, on: { onBack: () => void; onOther: () => void }) {
  const getSupabase = useSupabase()
  const { revalidate } = useRevalidator()
  const isOver = useRef(false)
  const take = useEffectEvent(async () => {
    const { data } = await (await getSupabase()).auth.getSession()
    if (!data.session || isOver.current) return
    if (memberId !== null && data.session.user.id !== memberId) return on.onOther()
    isOver.current = true
    // Reloads the balance, and the member if the page belonged to a visitor.
    await revalidate()
    notifyComponents()
    on.onBack()
  })
  const [takeUp] = useState(() => () => take())
  return takeUp
}
