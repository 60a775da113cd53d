import { useEffect, useEffectEvent, useState } from 'react'
import { AppError } from '#shared/errors.ts'
import type { KeywordBrief } from '#shared/keyword-brief.ts'
import { useMember } from '#app/session/root-data.ts'
import { useApi } from '#app/session/use-api.ts'
import { toAppError } from '#app/ui/to-app-error.ts'
import { useNewest } from './use-newest.ts'

export type BriefAnswer = { brief: KeywordBrief; token: number; available: number; open_until: string }

/**
 * The brief of a keyword: one that is open for nothing opens with its report, any other on request.
 * @param keyword null for the example, which has none
 */
export function useBrief(keyword: string | null) {
  const api = useApi()
  const member = useMember()
  const [answer, setAnswer] = useState<BriefAnswer | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  const [isWaiting, setWaiting] = useState(false)
  const [shown, setShown] = useState(0)
  const startNewest = useNewest()

  /** @returns whether the brief is there */
  const request = (isFreeOnly: boolean): Promise<boolean> => {
    const signal = startNewest()
    return api
      .json<{ result: BriefAnswer }>('/ai/tool/keyword-brief', {
        body: { uuid: member!.id, keyword, ...(isFreeOnly ? { free_only: true } : {}) },
        once: true,
        signal,
      })
      .then(
        ({ result }) => {
          if (!signal.aborted) setAnswer(result)
          return !signal.aborted
        },
        (problem: unknown) => {
          const isClosed = problem instanceof AppError && problem.code === 'not_found' && isFreeOnly
          if (!signal.aborted && !isClosed) setError(toAppError(problem))
          return false
        },
      )
  }
  const reopen = useEffectEvent(() => void (member && keyword !== null && request(true)))
  useEffect(() => reopen(), [])

  const show = async (): Promise<void> => {
    if (isWaiting) return
    if (!answer) {
      setError(null)
      setWaiting(true)
      const isOpen = await request(false)
      setWaiting(false)
      if (!isOpen) return
    }
    setShown((times) => times + 1)
  }
  return {
    answer,
    error,
    isWaiting,
    /** Opens it, unless it is open, and leads to it. */
    show,
    /** How often it was led to. */
    shown,
    clearError: () => setError(null),
  }
}
