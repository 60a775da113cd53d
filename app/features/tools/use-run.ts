import { useCallback, useMemo } from 'react'
import type { AppError } from '#shared/errors.ts'
import type { ToolFile } from '#shared/tools-form.ts'
import type { ToolEvent, WritingTool } from '#shared/tools.ts'
import { useFollowedRun, type FollowedRun, type RunKind } from '#app/session/use-followed-run.ts'
import { applyEvent, idleRun, startingRun, type RunState } from './run-state.ts'

export type Run = Omit<FollowedRun<RunState>, 'post'> & {
  /** Starts a run. @returns the error that refused it, or null when it was accepted (it may still fail later) */
  start: (tool: WritingTool, body: object) => Promise<AppError | null>
  /**
   * Rewrites an earlier text, or continues where it stopped; with another outline if one is given. Returns the same as
   * `start`.
   */
  again: (
    runId: number,
    how: {
      mode: 'continue' | 'regenerate'
      outline?: string[]
      files: ToolFile[]
      left_out: string[]
      pictures?: boolean
    },
  ) => Promise<AppError | null>
  /** Rewrites one section of a text. Returns the same as `start`. */
  section: (runId: number, order: object) => Promise<AppError | null>
  /** Regenerates one image of a text. Returns the same as `start`. */
  picture: (runId: number, order: object) => Promise<AppError | null>
}

const toolRuns: RunKind<ToolEvent, RunState> = {
  idle: idleRun,
  starting: startingRun,
  apply: applyEvent,
  isText: ({ type }) => type === 'text',
  join: (first, second) =>
    first.type === 'text' && second.type === 'text'
      ? { type: 'text', delta: first.delta + second.delta }
      : null,
  eventsPath: (runId) => `/ai/tool/run/${runId}/events`,
  stopPath: '/ai/tool/stop',
}

/** One generation on this screen. The run continues when the user leaves the page. */
export function useRun(uuid: string | null): Run {
  const run = useFollowedRun(toolRuns, uuid)
  const { post } = run
  const start = useCallback(
    (tool: WritingTool, body: object) => post(`/ai/tool/${tool}`, { ...body, uuid }),
    [post, uuid],
  )
  const again = useCallback(
    (runId: number, how: object) => post(`/ai/tool/run/${runId}/again`, { ...how, uuid }),
    [post, uuid],
  )
  const section = useCallback(
    (runId: number, order: object) => post(`/ai/tool/run/${runId}/section`, { ...order, uuid }),
    [post, uuid],
  )
  const picture = useCallback(
    (runId: number, order: object) => post(`/ai/tool/run/${runId}/picture`, { ...order, uuid }),
    [post, uuid],
  )
  return useMemo(() => ({ ...run, start, again, section, picture }), [run, start, again, section, picture])
}
