import { useLocation } from 'react-router'
import type { AppError } from '#shared/errors.ts'
import { useMember } from '#app/session/root-data.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { useMutation, type Call } from '#app/session/use-mutation.ts'

export type StartRun = {
  isStarting: boolean
  refusal: AppError | null
  clearRefusal: () => void
  /** Requests a run from the server. @returns the run's id, or null when it was refused */
  start: (body: object, onRefused?: (error: AppError) => void) => Promise<number | null>
}

/** Starts runs of prompts. Screens follow them by id, so nothing depends on this page. */
export function useStartRun(): StartRun {
  const member = useMember()
  const record = useRecordUse()
  const { send, isPending, error, clear } = useMutation({ isInline: true })

  const start: StartRun['start'] = async (body, onRefused) => {
    if (!member) return null
    let id: number | null = null
    const request = async ({ api, uuid }: Call) => {
      const response = await api.open(`/ai/use/execute/prompt?uuid=${uuid}`, {
        method: 'POST',
        body: { ...body, uuid },
        headers: { Accept: 'text/event-stream' },
        once: true,
      })
      id = Number(response.headers.get('x-prompt-use-id'))
      await response.body?.cancel()
      if ('prompt_id' in body) void record()
    }
    await send(request, { onError: (_text, error) => onRefused?.(error) })
    return id
  }
  return { isStarting: isPending, refusal: error, clearRefusal: clear, start }
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
