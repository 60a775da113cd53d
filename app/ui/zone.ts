import { useSyncExternalStore } from 'react'
import { siteZone } from '#shared/site.ts'

const never = () => () => undefined
const zoneOfBrowser = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * The visitor's time zone. The server's HTML and the page before hydration use the site's zone, so that both are the
 * same.
 */
export function useZone(): string {
  return useSyncExternalStore(never, zoneOfBrowser, () => siteZone)
}

/** "2026년 12월 1일": the day of a time in a zone. */
export function formatDay(iso: string, language: string, zone: string): string {
  return new Date(iso).toLocaleDateString(language, { dateStyle: 'long', timeZone: zone })
}
