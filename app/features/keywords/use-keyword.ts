import { useCallback, useState } from 'react'
import { AppError } from '#shared/errors.ts'
import { toAppError } from '#app/ui/to-app-error.ts'
import type { KeywordReport } from '#shared/keywords.ts'
import { useMember } from '#app/session/root-data.ts'
import { useApi } from '#app/session/use-api.ts'

export type KeywordAnswer = { report: KeywordReport; token: number; available: number; open_until: string }

/** One analysis on this screen. What is shown stays until the next one has come. @param first asked for as soon as the page is there, with `request` */
export function useKeyword(first: string | null) {
  const api = useApi()
  const member = useMember()
  const [answer, setAnswer] = useState<KeywordAnswer | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  const [asked, setAsked] = useState<string | null>(first)

  /** @param isFreeOnly only if it costs nothing: then a keyword that is not open stays unasked */
  const request = useCallback(
    async (keyword: string, isFreeOnly = false): Promise<KeywordAnswer | null> => {
      if (!member) return null
      try {
        const { result } = await api.json<{ result: KeywordAnswer }>('/ai/tool/keyword-data', {
          body: { uuid: member.id, keyword, ...(isFreeOnly ? { free_only: true } : {}) },
          once: true,
        })
        setAnswer(result)
        return result
      } catch (problem) {
        const isClosed = problem instanceof AppError && problem.code === 'not_found' && isFreeOnly
        if (!isClosed) setError(toAppError(problem))
        return null
      } finally {
        setAsked(null)
      }
    },
    [api, member],
  )
  const analyse = (keyword: string, isFreeOnly = false) => {
    setAsked(keyword)
    setError(null)
    return request(keyword, isFreeOnly)
  }
  return { answer, error, asked, analyse, request, clearError: () => setError(null) }
}
