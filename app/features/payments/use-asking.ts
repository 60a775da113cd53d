import { useState } from 'react'
import { toAppError } from '#app/ui/to-app-error.ts'
import { useMember } from '#app/session/root-data.ts'
import { useApi } from '#app/session/use-api.ts'

/** One request to /v1/payment at a time, and what became of it. `problem.text` is in the page's language. */
export function useAsking(fallback: string) {
  const api = useApi()
  const uuid = useMember()?.uuid ?? ''
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<{ code: string; text: string } | null>(null)
  return {
    apiContext: { api, uuid },
    isBusy,
    problem,
    /** @returns what `work` gives, or null after a problem, which is then shown */
    async run<Result>(work: () => Promise<Result>): Promise<Result | null> {
      setIsBusy(true)
      setProblem(null)
      try {
        return await work()
      } catch (error) {
        const { code, words } = toAppError(error)
        setProblem({ code, text: words ?? fallback })
        return null
      } finally {
        setIsBusy(false)
      }
    },
  }
}
