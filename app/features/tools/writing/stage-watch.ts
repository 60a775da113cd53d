import type { ToolStage } from '#shared/tools.ts'

/** After this without a change on screen, a stage looks stuck. */
const longMs = 10_000

/** What the screen shows of a run: its stage, and how much of its text. */
export type Shown = { stage: ToolStage; length: number }

/**
 * Measures how long the screen has not changed.
 * @param onLong called once for each long wait
 * @returns a function to call each time the stage or the text may have changed; null without a stage
 */
export function watchStage(
  onLong: (shown: Shown) => void,
): (stage: ToolStage | null, length?: number) => void {
  let watched: Shown | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  return (stage, length = 0) => {
    if (stage === (watched?.stage ?? null) && length === (watched?.length ?? 0)) return
    clearTimeout(timer)
    const shown = stage && { stage, length }
    watched = shown
    if (shown) timer = setTimeout(() => onLong(shown), longMs)
  }
}
