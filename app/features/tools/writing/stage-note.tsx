import { useEffect, useState } from 'react'
import type { ToolStage } from '#shared/tools.ts'
import type { RunState } from './run-state.ts'
import { watchStage } from './stage-watch.ts'
import { useTranslation } from '#app/session/words.tsx'

/** Explains a long stage; empty while the text itself shows progress. */
export function StageNote(props: {
  stages: RunState['stages']
  /** Files and links that were read so far. */
  sourcesCount: number
  hasText: boolean
}) {
  const { t } = useTranslation('writing')
  const active = props.stages.find(({ state }) => state === 'active')?.stage ?? null
  const stage = useLongStage(active)
  const isSeen = stage === null || stage === 'done' || (stage === 'text' && props.hasText)
  return <span role="status">{isSeen ? '' : t(`writing.long.${stage}`, { count: props.sourcesCount })}</span>
}

/** The stage, once it has taken long. */
function useLongStage(active: ToolStage | null): ToolStage | null {
  const [long, setLong] = useState<ToolStage | null>(null)
  const [watch] = useState(() => watchStage(setLong))
  useEffect(() => watch(active), [watch, active])
  useEffect(() => () => watch(null), [watch])
  return long === active ? long : null
}
