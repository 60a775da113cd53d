import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { Dialog } from '#app/ui/dialog.tsx'
import { showToast } from '#app/ui/toast.tsx'
import { useRootData } from './root-data.ts'
import { signInPath } from './redirects.ts'
import { listenToPages, tellParts } from './signed-in.ts'
import { useSigningWords } from './signing-words.ts'
import { useSupabase } from './use-api.ts'

/** Wide enough for the providers' own pages; a phone opens a tab. */
const windowShape = 'popup,width=480,height=720'

/**
 * For somebody whose session ended while writing: they sign in in a window of its own, and this page stays as it is. Where windows are
 * not allowed the page is left, and comes back with what it keeps.
 */
export default function SignInAgain({
  isOther = false,
  onClose,
}: {
  /** Somebody else is signed in by now. */
  isOther?: boolean
  onClose: () => void
}) {
  const { t, language } = useSigningWords()
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

  // The way that asks even those who seem to be signed in: a session that was ended elsewhere looks good from here.
  const again = (wanted: { pathname: string; search: string }) => `${signInPath(language, wanted)}&again=1`
  // The browser's own address: a text that was begun here has one that the router does not know.
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

/** Takes up the session that another window has made, if it is this page's member's. */
function useTakenUp(memberId: string | null, on: { onBack: () => void; onOther: () => void }) {
  const getSupabase = useSupabase()
  const { revalidate } = useRevalidator()
  const isOver = useRef(false)
  const take = useEffectEvent(async () => {
    const { data } = await (await getSupabase()).auth.getSession()
    if (!data.session || isOver.current) return
    if (memberId !== null && data.session.user.id !== memberId) return on.onOther()
    isOver.current = true
    // The balance, and for whoever was a visitor on this page who they are.
    await revalidate()
    tellParts()
    on.onBack()
  })
  const [takeUp] = useState(() => () => take())
  return takeUp
}
