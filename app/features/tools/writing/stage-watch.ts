import type { ToolStage } from '#shared/tools.ts'

/** After this, a stage that has done nothing to be seen looks stuck. */
const longMs = 10_000

/**
 * Measures how long the current stage takes.
 * @param onLong called once for each long stage
 * @returns a function to call with the stage each time it may have changed; null without one
 */
export function watchStage(onLong: (stage: ToolStage) => void): (stage: ToolStage | null) => void {
  let watched: ToolStage | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  return (stage) => {
    if (stage === watched) return
    watched = stage
    clearTimeout(timer)
    if (stage) timer = setTimeout(() => onLong(stage), longMs)
  }
}
