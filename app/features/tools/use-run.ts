import { useCallback, useEffect, useRef, useState } from 'react'
import { AppError } from '#shared/errors.ts'
import type { ToolFile } from '#shared/tools-form.ts'
import type { ToolEvent, WritingTool } from '#shared/tools.ts'
import { readEventStream } from '#app/session/event-stream.ts'
import { useApi } from '#app/session/use-api.ts'
import { applyEvent, idleRun, isGoing, startingRun, type RunState } from './run-state.ts'

export type Run = {
  state: RunState
  /** Whether the line to a run that goes on was lost. It is taken up again by itself; `followAgain` does so at once. */
  isLineLost: boolean
  isStopping: boolean
  /** Starts a run. @returns the error that refused it, or null when it was accepted (it may still fail later) */
  start: (tool: WritingTool, body: object) => Promise<AppError | null>
  /** Writes a text of before again, or goes on where it stopped; from another outline if one is given. The same answers as `start`. */
  again: (
    runId: number,
    how: { mode: 'continue' | 'regenerate'; outline?: string[]; files: ToolFile[]; left_out: string[] },
  ) => Promise<AppError | null>
  /** Writes one section of a text anew. The same answers as `start`. */
  section: (runId: number, order: object) => Promise<AppError | null>
  /** Follows a run that is going, from its beginning. */
  follow: (runId: number) => Promise<AppError | null>
  followAgain: () => Promise<AppError | null>
  /** Ends the run; what is written stays. */
  stop: () => Promise<AppError | null>
  clear: () => void
}

/** One generation on this screen. Leaving the page leaves the run: it goes on without a reader. */
export function useRun(uuid: string | null): Run {
  const api = useApi()
  const [state, setState] = useState<RunState>(idleRun)
  /** How often in a row the line was lost. */
  const [lostCount, setLostCount] = useState(0)
  const [isStopping, setIsStopping] = useState(false)
  const current = useRef(state)
  const line = useRef<AbortController>(undefined)
  const show = useCallback((next: RunState) => {
    current.current = next
    setState(next)
  }, [])

  useEffect(() => () => line.current?.abort(), [])

  const read = useCallback(
    async (open: (signal: AbortSignal) => Promise<Response>): Promise<AppError | null> => {
      line.current?.abort()
      const abort = new AbortController()
      line.current = abort
      setIsStopping(false)
      try {
        const response = await open(abort.signal)
        setLostCount(0)
        await playEvents(response, (event, id) => show(applyEvent(current.current, event, id)))
      } catch (error) {
        if (abort.signal.aborted) return null
        if (current.current.status !== 'running') {
          show(idleRun)
          return asError(error)
        }
      }
      if (!abort.signal.aborted && isGoing(current.current)) setLostCount((count) => count + 1)
      return null
    },
    [show],
  )

  const post = useCallback(
    (path: string, body: unknown) => {
      show(startingRun)
      return read((signal) => api.open(path, { method: 'POST', body, signal }))
    },
    [api, read, show],
  )
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

  const openEvents = useCallback(
    (runId: number, after: string | null) => (signal: AbortSignal) =>
      api.open(`/ai/tool/run/${runId}/events?uuid=${uuid}`, {
        signal,
        headers: after ? { 'Last-Event-ID': after } : {},
      }),
    [api, uuid],
  )

  const follow = useCallback(
    (runId: number) => {
      show(startingRun)
      return read(openEvents(runId, null))
    },
    [openEvents, read, show],
  )

  const followAgain = useCallback(async () => {
    const { runId, lastEventId } = current.current
    return runId === null ? null : read(openEvents(runId, lastEventId))
  }, [openEvents, read])

  useTakenUpLine(lostCount, followAgain)

  const stop = useCallback(async () => {
    const { runId } = current.current
    if (runId === null) return null
    setIsStopping(true)
    try {
      await api.json('/ai/tool/stop', { method: 'POST', body: { uuid, id: runId } })
      return null
    } catch (error) {
      setIsStopping(false)
      return asError(error)
    }
  }, [api, uuid])

  const clear = useCallback(() => {
    line.current?.abort()
    show(idleRun)
  }, [show])

  return {
    state,
    isLineLost: lostCount > 0,
    isStopping,
    start,
    again,
    section,
    follow,
    followAgain,
    stop,
    clear,
  }
}

const takeUpDelaysMs = [0, 1_000, 2_000, 5_000, 10_000]

/** A lost line is taken up again at once, then after ever longer waits; when the network or the tab comes back, at once. */
function useTakenUpLine(lostCount: number, followAgain: () => Promise<unknown>): void {
  useEffect(() => {
    if (lostCount === 0) return
    const takeUp = () => void followAgain()
    const takeUpWhenSeen = () => document.visibilityState === 'visible' && takeUp()
    const timer = setTimeout(takeUp, takeUpDelaysMs[Math.min(lostCount, takeUpDelaysMs.length) - 1])
    window.addEventListener('online', takeUp)
    document.addEventListener('visibilitychange', takeUpWhenSeen)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', takeUp)
      document.removeEventListener('visibilitychange', takeUpWhenSeen)
    }
  }, [lostCount, followAgain])
}

/** Text is joined for a frame before it is shown: a fast model sends more pieces than a screen can draw. */
async function playEvents(
  response: Response,
  show: (event: ToolEvent, id: string | null) => void,
): Promise<void> {
  let pending = null as { delta: string; id: string | null } | null
  let frame = 0
  const flush = () => {
    cancelAnimationFrame(frame)
    frame = 0
    if (pending) show({ type: 'text', delta: pending.delta }, pending.id)
    pending = null
  }
  try {
    for await (const { event, id } of readEventStream<ToolEvent>(response)) {
      if (event.type === 'text' && document.visibilityState === 'visible') {
        pending = { delta: (pending?.delta ?? '') + event.delta, id }
        if (!frame) frame = requestAnimationFrame(flush)
        continue
      }
      flush()
      show(event, id)
    }
  } finally {
    flush()
  }
}

const asError = (error: unknown): AppError =>
  error instanceof AppError ? error : new AppError('try_again', { cause: error })
