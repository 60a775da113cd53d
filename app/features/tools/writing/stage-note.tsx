import { useEffect, useState } from 'react'
import type { RunState } from './run-state.ts'
import { watchStage, type Shown } from './stage-watch.ts'
import { useTranslation } from '#app/session/words.tsx'

/** Explains a long wait; empty while the text itself shows progress. */
export function StageNote(props: {
  stages: RunState['stages']
  /** Files and links that were read so far. */
  sourcesCount: number
  /** Of the text so far, in UTF-16 units. */
  textLength: number
}) {
  const { t } = useTranslation('writing')
  const stage = props.stages.find(({ state }) => state === 'active')?.stage ?? null
  const length = stage === 'text' ? props.textLength : 0
  const [long, setLong] = useState<Shown | null>(null)
  const [watch] = useState(() => watchStage(setLong))
  useEffect(() => watch(stage, length), [watch, stage, length])
  useEffect(() => () => watch(null), [watch])
  const isLong = long !== null && long.stage === stage && long.length === length
  // A written text is read again: for a while nothing arrives.
  const said = isLong && long.stage !== 'done' && (length > 0 ? 'again' : long.stage)
  return <span role="status">{said && t(`writing.long.${said}`, { count: props.sourcesCount })}</span>
}
