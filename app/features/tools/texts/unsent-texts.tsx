import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { beginDeviceTexts } from '#app/session/device-texts.ts'
import { useUnsentSending } from './use-unsent-sending.ts'

/** Sends what an earlier visit of the member could not send. Shows nothing. */
export function UnsentTexts({ memberId }: { memberId: string }) {
  const [search] = useSearchParams()
  useEffect(() => beginDeviceTexts(localStorage, memberId), [memberId])
  useUnsentSending(memberId, Number(search.get('id')) || null)
  return null
}
