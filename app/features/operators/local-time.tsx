import { useSyncExternalStore } from 'react'

const never = () => () => undefined
const isTrue = () => true
const isFalse = () => false

/** A time in the reader's own zone after hydration; in UTC before it. */
export function LocalTime({ iso, language }: { iso: string; language: string }) {
  const isBrowser = useSyncExternalStore(never, isTrue, isFalse)
  const text = isBrowser
    ? new Date(iso).toLocaleString(language, { dateStyle: 'long', timeStyle: 'short' })
    : `${iso.slice(0, 16).replace('T', ' ')} UTC`
  return <time dateTime={iso}>{text}</time>
}
