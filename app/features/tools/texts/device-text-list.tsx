import { useEffect, useRef, useState } from 'react'
import { listDeviceTexts, readDeviceOwner, type DeviceTextLine } from '#app/session/device-texts.ts'
import { listenToPages } from '#app/session/signed-in.ts'
import { hasSessionCookie } from '#app/session/supabase.ts'
import { RelativeTime } from '#app/ui/relative-time.tsx'
import { OfflineText } from './offline-text.tsx'
import { useTranslation } from '#app/session/words.tsx'
import { useUnsentSending } from './use-unsent-sending.ts'
import styles from './offline-page.module.css'

type Device = { memberId: string; texts: DeviceTextLine[] }

/** Texts of the member who is signed in here, or null. Without a session nobody's texts are shown. */
function readDevice(): Device | null {
  const memberId = hasSessionCookie(document.cookie) ? readDeviceOwner(localStorage) : null
  return memberId === null ? null : { memberId, texts: listDeviceTexts(localStorage, memberId) }
}

type DeviceTextListProps = {
  /** The text to begin with, if this browser has it. */
  wantedId: number | null
  isOnline: boolean
  /** The member has signed out in another window. */
  onSignedOut: () => void
}

/** The texts of this browser, or the open one of them. Only in the browser, after hydration. */
export function DeviceTextList({ wantedId, isOnline, onSignedOut }: DeviceTextListProps) {
  const { t, language } = useTranslation('offline')
  const [device, setDevice] = useState(readDevice)
  const [openId, setOpenId] = useState(wantedId)
  const lines = useRef<HTMLUListElement>(null)
  const refresh = () => setDevice(readDevice())
  useEffect(() => listenToPages((news) => news === 'signed-out' && onSignedOut()), [onSignedOut])
  useUnsentSending(device?.memberId ?? null, openId, refresh)

  const open = device?.texts.find(({ id }) => id === openId)
  if (device && open) {
    const close = () => {
      refresh()
      setOpenId(null)
      requestAnimationFrame(() =>
        lines.current?.querySelector<HTMLElement>(`button[data-text="${open.id}"]`)?.focus(),
      )
    }
    return (
      <OfflineText key={open.id} memberId={device.memberId} line={open} isOnline={isOnline} onClose={close} />
    )
  }
  const texts = device?.texts ?? []
  return (
    <section aria-labelledby="device-texts">
      <h2 id="device-texts" className={styles.section}>
        {t('offline.texts')}
      </h2>
      <p className="u-quiet u-mt2">{t(texts.length > 0 ? 'offline.textsNote' : 'offline.noTexts')}</p>
      {texts.length > 0 && (
        <ul ref={lines} className="u-ruled-list u-mt4">
          {texts.map((line) => (
            <li key={line.id}>
              <button
                type="button"
                className={`u-bare-button ${styles.line}`}
                data-text={line.id}
                onClick={() => setOpenId(line.id)}
              >
                <span className="u-bold u-breakable">{line.text.title || t('offline.untitled')}</span>
                <span className={styles.when}>
                  {line.isUnsent && <strong className={styles.unsent}>{t('offline.unsent')}</strong>}
                  <RelativeTime iso={new Date(line.at).toISOString()} language={language} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
