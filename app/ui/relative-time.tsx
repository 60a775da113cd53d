import { useSyncExternalStore } from 'react'
import { siteZone } from '#shared/site.ts'

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** "3분 전", with the exact time in the visitor's zone on hover. The server writes the site's date: it knows neither zone nor the moment of reading. */
export function RelativeTime({ iso, language }: { iso: string; language: string }) {
  const minute = useSyncExternalStore(eachMinute, currentMinute, () => null)
  const date = new Date(iso)
  const exact =
    minute === null ? undefined : date.toLocaleString(language, { dateStyle: 'long', timeStyle: 'short' })
  return (
    <time dateTime={iso} title={exact}>
      {/* Sweden writes days as 2026-12-01. */}
      {minute === null
        ? date.toLocaleDateString('sv', { timeZone: siteZone })
        : describeAge(date, new Date((minute + 1) * minuteMs), language)}
    </time>
  )
}

const minuteMs = 60_000
const currentMinute = () => Math.floor(Date.now() / minuteMs)

function eachMinute(changed: () => void): () => void {
  const timer = setInterval(changed, minuteMs)
  return () => clearInterval(timer)
}

/** The age in the largest unit that fits; within a minute it is "now". */
export function describeAge(date: Date, now: Date, language: string): string {
  const seconds = (date.getTime() - now.getTime()) / 1000
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const step = steps.find(([, size]) => Math.abs(seconds) >= size)
  return step ? format.format(Math.trunc(seconds / step[1]), step[0]) : format.format(0, 'second')
}
