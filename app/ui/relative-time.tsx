import { useEffect, useState } from 'react'

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** "3분 전", with the exact time in the visitor's zone on hover. The server writes the date: it knows neither zone nor the moment of reading. */
export function RelativeTime({ iso, language }: { iso: string; language: string }) {
  const [text, setText] = useState<{ short: string; exact: string } | null>(null)
  useEffect(() => {
    const date = new Date(iso)
    setText({
      short: describeAge(date, new Date(), language),
      exact: date.toLocaleString(language, { dateStyle: 'long', timeStyle: 'short' }),
    })
  }, [iso, language])
  return (
    <time dateTime={iso} title={text?.exact}>
      {text?.short ?? iso.slice(0, 10)}
    </time>
  )
}

/** The age in the largest unit that fits; within a minute it is "now". */
export function describeAge(date: Date, now: Date, language: string): string {
  const seconds = (date.getTime() - now.getTime()) / 1000
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const step = steps.find(([, size]) => Math.abs(seconds) >= size)
  return step ? format.format(Math.trunc(seconds / step[1]), step[0]) : format.format(0, 'second')
}
