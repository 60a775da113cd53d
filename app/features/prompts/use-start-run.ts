import { useState } from 'react'
import { useLocation } from 'react-router'
import type { AppError } from '#shared/errors.ts'
import { toAppError } from '#app/ui/to-app-error.ts'
import { useMember } from '#app/session/root-data.ts'
import { useApi, useSupabase } from '#app/session/use-api.ts'

export type StartRun = {
  isStarting: boolean
  refusal: AppError | null
  clearRefusal: () => void
  /** Requests a run from the server. @returns the run's id, or null when it was refused */
  start: (body: object) => Promise<number | null>
}

/** Starts runs of prompts. Screens follow them by id, so nothing depends on this page. */
export function useStartRun(): StartRun {
  const api = useApi()
  const member = useMember()
  const record = useRecordUse()
  const [isStarting, setIsStarting] = useState(false)
  const [refusal, setRefusal] = useState<AppError | null>(null)

  const start = async (body: object) => {
    if (!member) return null
    setIsStarting(true)
    setRefusal(null)
    try {
      const response = await api.open(`/ai/use/execute/prompt?uuid=${member.id}`, {
        method: 'POST',
        body: { ...body, uuid: member.id },
        headers: { Accept: 'text/event-stream' },
        once: true,
      })
      const id = Number(response.headers.get('x-prompt-use-id'))
      await response.body?.cancel()
      if ('prompt_id' in body) void record()
      return id
    } catch (error) {
      setRefusal(toAppError(error))
      return null
    } finally {
      setIsStarting(false)
    }
  }
  return { isStarting, refusal, clearRefusal: () => setRefusal(null), start }
}

/** A use is recorded like views and saves (P29); a failure is only logged to the console. */
function useRecordUse(): () => Promise<void> {
  const supabase = useSupabase()
  const member = useMember()
  const { pathname } = useLocation()
  return async () => {
    const { logAction } = await import('#app/session/statistics.ts')
    await logAction(await supabase(), { detail: 'PROMPT_USE', url: pathname, uuid: member?.id ?? null })
  }
}
