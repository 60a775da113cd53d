import { Button } from '@mantine/core'
import { useSyncExternalStore, type ReactNode } from 'react'
import { HomeLink } from '#app/ui/shell.tsx'
import { siteName } from '#shared/site.ts'
import { DeviceTextList } from './device-text-list.tsx'
import { useTranslation } from '#app/session/words.tsx'
import styles from './offline-page.module.css'

/** Stands for every page while there is no network: says so, and opens the texts of this browser. */
export function OfflinePage({ languageSwitch }: { languageSwitch: ReactNode }) {
  const { t, language } = useTranslation('offline')
  const isOnline = useSyncExternalStore(listenToNetwork, readOnline, isFalse)
  const isHydrated = useSyncExternalStore(never, isTrue, isFalse)
  return (
    <main className={styles.page}>
      <HomeLink language={language} siteName={siteName[language]} labels={{ home: t('site.home') }} />
      <header className={styles.head}>
        <h1 className={styles.title}>{t(isOnline ? 'offline.onlineTitle' : 'offline.title')}</h1>
        <p className="u-muted" role="status">
          {t(isOnline ? 'offline.onlineText' : 'offline.text')}
        </p>
        <Button variant={isOnline ? 'filled' : 'default'} onClick={() => load(wantedPath())}>
          {t(isOnline ? 'offline.continue' : 'offline.again')}
        </Button>
      </header>
      {isHydrated && <DeviceTextList wantedId={wantedText()} isOnline={isOnline} onSignedOut={loadHome} />}
      {isOnline && languageSwitch}
    </main>
  )
}

/** A whole page load: this page has no session data. */
const load = (path: string): void => window.location.assign(path)
const homePath = () => `/${document.documentElement.lang}`
const loadHome = () => load(homePath())

/** The page that was wanted: a path of ours, never another site. */
function wantedPath(): string {
  const from = new URLSearchParams(window.location.search).get('from') ?? ''
  const url = URL.parse(from, window.location.origin)
  const isOurs = url?.origin === window.location.origin && from.startsWith('/')
  return isOurs ? url.pathname + url.search : homePath()
}

/** The text whose editor was wanted, or null. */
function wantedText(): number | null {
  const url = new URL(wantedPath(), window.location.origin)
  return url.pathname.endsWith('/tool/use') ? Number(url.searchParams.get('id')) || null : null
}

function listenToNetwork(change: () => void): () => void {
  window.addEventListener('online', change)
  window.addEventListener('offline', change)
  return () => {
    window.removeEventListener('online', change)
    window.removeEventListener('offline', change)
  }
}
const readOnline = () => navigator.onLine
/** It never changes after hydration. */
const never = () => () => undefined
const isTrue = () => true
const isFalse = () => false
