import { useCallback, useState } from 'react'
import { AppError } from '#shared/errors.ts'
import { toAppError } from '#app/ui/to-app-error.ts'
import type { KeywordReport } from '#shared/keywords.ts'
import { useMember } from '#app/session/root-data.ts'
import { useApi } from '#app/session/use-api.ts'
import { useNewest } from './use-newest.ts'

export type KeywordAnswer = { report: KeywordReport; token: number; available: number; open_until: string }

/**
 * One analysis on this screen. The old one stays until the new one arrives. @param first requested when the page opens,
 * with `request`
 */
export function useKeyword(first: string | null) {
  const api = useApi()
  const member = useMember()
  const [answer, setAnswer] = useState<KeywordAnswer | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  const [asked, setAsked] = useState<string | null>(first)
  const startNewest = useNewest()

  /** @param isFreeOnly only if it costs nothing: then a keyword that is not open stays unasked */
  const request = useCallback(
    async (keyword: string, isFreeOnly = false): Promise<KeywordAnswer | null> => {
      if (!member) return null
      const signal = startNewest()
      try {
        const { result } = await api.json<{ result: KeywordAnswer }>('/ai/tool/keyword-data', {
          body: { uuid: member.id, keyword, ...(isFreeOnly ? { free_only: true } : {}) },
          once: true,
          signal,
        })
        if (signal.aborted) return null
        setAnswer(result)
        return result
      } catch (problem) {
        if (signal.aborted) return null
        const isClosed = problem instanceof AppError && problem.code === 'not_found' && isFreeOnly
        if (!isClosed) setError(toAppError(problem))
        return null
      } finally {
        if (!signal.aborted) setAsked(null)
      }
    },
    [api, member, startNewest],
  )
  const analyse = (keyword: string, isFreeOnly = false) => {
    setAsked(keyword)
    setError(null)
    return request(keyword, isFreeOnly)
  }
  return { answer, error, asked, analyse, request, clearError: () => setError(null) }
}
