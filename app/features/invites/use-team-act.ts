import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { toAppError } from '#app/ui/to-app-error.ts'
import type { Supabase } from '#app/session/supabase.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { useTeamsWords } from './teams-words.ts'

/** One act on a team at a time; the page is read again after it. `problem` is in the page's language. */
export function useTeamAct() {
  const { t } = useTeamsWords()
  const getSupabase = useSupabase()
  const { revalidate } = useRevalidator()
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  return {
    isBusy,
    problem,
    async act(work: (supabase: Supabase) => Promise<void>): Promise<void> {
      setIsBusy(true)
      setProblem(null)
      try {
        await work(await getSupabase())
        await revalidate()
      } catch (error) {
        setProblem(t(`errors.${toAppError(error).code}`))
      } finally {
        setIsBusy(false)
      }
    },
  }
}
