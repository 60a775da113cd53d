import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import type { AppError } from '#shared/errors.ts'
import { Dialog } from './dialog.tsx'
import { toAppError } from './to-app-error.ts'
import styles from './versions-dialog.module.css'

type VersionsDialogProps<Line, Content> = {
  words: Record<'title' | 'lead' | 'empty' | 'loading' | 'back' | 'restore' | 'close', string>
  /** Loads the versions. @throws AppError */
  list: () => Promise<Line[]>
  /** Loads the content of one. @throws AppError */
  read: (line: Line) => Promise<Content>
  problemOf: (error: AppError) => string
  nameOf: (line: Line) => string
  factsOf: (line: Line) => ReactNode
  /** The chosen version, below its facts. */
  contentOf: (line: Line, content: Content) => ReactNode
  /** False where it would change nothing. */
  canRestore?: (content: Content) => boolean
  /** @returns whether it was restored */
  onRestore: (line: Line, content: Content) => Promise<boolean> | boolean
  onClose: () => void
}

/** The versions of an item, to choose from; the chosen one is shown, and can be restored. */
export function VersionsDialog<Line extends { id: number }, Content>(
  props: VersionsDialogProps<Line, Content>,
) {
  const { words, onClose } = props
  const { lines, chosen, problem, back, choose } = useVersions(props.list, props.read)
  const [isRestoring, setIsRestoring] = useState(false)
  const restore = async (line: Line, content: Content) => {
    setIsRestoring(true)
    try {
      if (await props.onRestore(line, content)) onClose()
    } finally {
      setIsRestoring(false)
    }
  }
  const loaded = chosen && chosen.content !== null ? { line: chosen.line, content: chosen.content } : null
  return (
    <Dialog
      isOpen
      isWide
      title={words.title}
      closeLabel={words.close}
      onClose={onClose}
      actions={
        chosen && (
          <>
            <Button variant="default" onClick={back}>
              {words.back}
            </Button>
            <Button
              variant="filled"
              loading={isRestoring}
              disabled={!loaded || props.canRestore?.(loaded.content) === false}
              onClick={() => loaded && void restore(loaded.line, loaded.content)}
            >
              {words.restore}
            </Button>
          </>
        )
      }
    >
      {problem && <p role="alert">{props.problemOf(problem)}</p>}
      {chosen ? (
        <>
          <p>
            <span className={`u-facts ${styles.facts}`}>{props.factsOf(chosen.line)}</span>
          </p>
          {loaded ? (
            props.contentOf(loaded.line, loaded.content)
          ) : (
            <p className="u-note u-mt3">{words.loading}</p>
          )}
        </>
      ) : (
        <>
          <p>{words.lead}</p>
          {lines === null || lines.length === 0 ? (
            <p className="u-note u-mt3">{lines === null ? words.loading : words.empty}</p>
          ) : (
            <ul className={`u-ruled-list ${styles.list}`}>
              {lines.map((line) => (
                <li key={line.id}>
                  <button
                    type="button"
                    className={`u-bare-button ${styles.line}`}
                    onClick={() => void choose(line)}
                  >
                    <span className="u-ellipsis u-bold">{props.nameOf(line)}</span>
                    <span className="u-facts">{props.factsOf(line)}</span>
                  </button>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Dialog>
  )
}

function useVersions<Line extends { id: number }, Content>(
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
