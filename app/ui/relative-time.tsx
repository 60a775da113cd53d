import { useSyncExternalStore } from 'react'

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/**
 * "3분 전", with the exact time in the visitor's zone on hover after hydration. The server renders the age too.
 * Its clock is accurate enough (a page is cached for a second). A date in its place would change width and shift the
 * content below.
 */
export function RelativeTime({ iso, language }: { iso: string; language: string }) {
  const minute = useSyncExternalStore(eachMinute, currentMinute, currentMinute)
  const isHydrated = useSyncExternalStore(never, isTrue, isFalse)
  const date = new Date(iso)
  const exact = isHydrated
    ? date.toLocaleString(language, { dateStyle: 'long', timeStyle: 'short' })
    : undefined
  // A page that hydrates in the minute after it was sent keeps its text until the next minute.
  return (
    <time dateTime={iso} title={exact} suppressHydrationWarning>
      {describeAge(date, new Date((minute + 1) * minuteMs), language)}
    </time>
  )
}

/** It never changes after hydration. */
const never = () => () => undefined
const isTrue = () => true
const isFalse = () => false
const minuteMs = 60_000
const currentMinute = () => Math.floor(Date.now() / minuteMs)

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** One timer for all times on the page: a list may have hundreds. */
export function eachMinute(changed: () => void): () => void {
  // Each subscription is its own, also of the same function.
  const listener = () => changed()
  listeners.add(listener)
  timer ??= setInterval(() => listeners.forEach((listen) => listen()), minuteMs)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The age in the largest unit that fits; within a minute it is "now". */
export function describeAge(date: Date, now: Date, language: string): string {
  const seconds = (date.getTime() - now.getTime()) / 1000
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const step = steps.find(([, size]) => Math.abs(seconds) >= size)
  return step ? format.format(Math.trunc(seconds / step[1]), step[0]) : format.format(0, 'second')
}
