import { useEffect, useEffectEvent, useState } from 'react'
import type { AppError } from '#shared/errors.ts'
import { toAppError } from './to-app-error.ts'

/** The versions of an item, of which one is selected and loaded. @param read loads a version's content */
export function useVersions<Line extends { id: number }, Content>(
  list: () => Promise<Line[]>,
  read: (line: Line) => Promise<Content>,
) {
  /** Null until they are loaded. */
  const [lines, setLines] = useState<Line[] | null>(null)
  const [chosen, setChosen] = useState<{ line: Line; content: Content | null } | null>(null)
  const [problem, setProblem] = useState<AppError | null>(null)
  const fail = (error: unknown) => setProblem(toAppError(error))
  const load = useEffectEvent(list)
  useEffect(() => {
    load().then(setLines, fail)
  }, [])
  return {
    lines,
    chosen,
    problem,
    back: () => setChosen(null),
    async choose(line: Line) {
      setProblem(null)
      setChosen({ line, content: null })
      try {
        const content = await read(line)
        // Another version may be chosen by now.
        setChosen((now) => (now?.line === line ? { line, content } : now))
      } catch (error) {
        fail(error)
        setChosen(null)
      }
    },
  }
}
