import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { AppError } from '#shared/errors.ts'
import { toAppError } from '#app/ui/to-app-error.ts'
import { readEventStream } from './event-stream.ts'
import { createDeferredCancel } from './deferred-cancel.ts'
import { useApi } from './use-api.ts'

/** What every run's state has; a screen adds what its events make. */
export type FollowedState = {
  status: 'idle' | 'starting' | 'running' | 'done' | 'stopped' | 'failed'
  runId: number | null
  /** Last event's id: where following goes on after a lost connection. */
  lastEventId: string | null
}

/** How a kind of run is followed. Constant: made once, outside of components. */
export type RunKind<Event, State extends FollowedState> = {
  idle: State
  starting: State
  /** The state after one more event; the same events always give the same state. */
  apply: (state: State, event: Event, eventId: string | null) => State
  /** Two pieces of text as one, or null when they are not: joined for a drawing, since a fast model sends more than anybody can read. */
  join: (first: Event, second: Event) => Event | null
  isText: (event: Event) => boolean
  eventsPath: (runId: number) => string
  stopPath: string
}

export type FollowedRun<State> = {
  state: State
  /** Whether the line to a run that goes on was lost. It is taken up again by itself; `followAgain` does so at once. */
  isLineLost: boolean
  isStopping: boolean
  /** Starts a run, unless one is going on here. @returns the error that refused it, or null when it was accepted (it may still fail later) */
  post: (path: string, body: unknown) => Promise<AppError | null>
  /** Follows a run that is going, from its beginning. */
  follow: (runId: number) => Promise<AppError | null>
  followAgain: () => Promise<AppError | null>
  /** Ends the run as soon as it has begun; what is written stays. */
  stop: () => Promise<AppError | null>
  clear: () => void
}

export const isRunGoing = ({ status }: FollowedState): boolean =>
  status === 'starting' || status === 'running'

/** One run on this screen. Leaving the page leaves the run: it goes on without a reader. */
export function useFollowedRun<Event, State extends FollowedState>(
  kind: RunKind<Event, State>,
  uuid: string | null,
): FollowedRun<State> {
  const api = useApi()
  const [state, setState] = useState<State>(kind.idle)
  /** How often in a row the line was lost. */
  const [lostCount, setLostCount] = useState(0)
  const [isStopping, setIsStopping] = useState(false)
  const current = useRef(state)
  const line = useRef<AbortController>(undefined)
  const [deferredCancel] = useState(createDeferredCancel)
  const show = useCallback(
    (next: State) => {
      current.current = next
      setState(next)
      if (next.status === 'running' && next.runId !== null) deferredCancel.know(next.runId)
    },
    [deferredCancel],
  )

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
        await playEvents(kind, response, (event, id) => show(kind.apply(current.current, event, id)))
      } catch (error) {
        if (abort.signal.aborted) return null
        if (current.current.status !== 'running') {
          deferredCancel.begin(null)
          show(kind.idle)
          return toAppError(error)
        }
      }
      if (!abort.signal.aborted && isRunGoing(current.current)) setLostCount((count) => count + 1)
      return null
    },
    [kind, show, deferredCancel],
  )

  const post = useCallback(
    (path: string, body: unknown) => {
      // Pressed twice before the button was drawn anew: the second would be refused, and would take the first from the screen.
      if (isRunGoing(current.current)) return Promise.resolve(null)
      deferredCancel.begin(null)
      show(kind.starting)
      return read((signal) => api.open(path, { method: 'POST', body, signal, once: true }))
    },
    [api, kind, read, show, deferredCancel],
  )

  const openEvents = useCallback(
    (runId: number, after: string | null) => (signal: AbortSignal) =>
      api.open(`${kind.eventsPath(runId)}?uuid=${uuid}`, {
        signal,
        headers: after ? { 'Last-Event-ID': after } : {},
      }),
    [api, kind, uuid],
  )

  const follow = useCallback(
    (runId: number) => {
      deferredCancel.begin(runId)
      show(kind.starting)
      return read(openEvents(runId, null))
    },
    [kind, openEvents, read, show, deferredCancel],
  )

  const followAgain = useCallback(async () => {
    const { runId, lastEventId } = current.current
    return runId === null ? null : read(openEvents(runId, lastEventId))
  }, [openEvents, read])

  useTakenUpLine(lostCount, followAgain)

  const stop = useCallback(() => {
    setIsStopping(true)
    return deferredCancel.want(async (runId) => {
      try {
        await api.json(kind.stopPath, { method: 'POST', body: { uuid, id: runId } })
        return null
      } catch (error) {
        setIsStopping(false)
        return toAppError(error)
      }
    })
  }, [api, kind, deferredCancel, uuid])

  const clear = useCallback(() => {
    line.current?.abort()
    show(kind.idle)
  }, [kind, show])

  const isLineLost = lostCount > 0
  return useMemo(
    () => ({ state, isLineLost, isStopping, post, follow, followAgain, stop, clear }),
    [state, isLineLost, isStopping, post, follow, followAgain, stop, clear],
  )
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

/** Between two drawings of a text that grows: what is read, and short enough for the eye, while keys get their time. */
const drawingMs = 50

type Piece<Event> = { event: Event; id: string | null }

async function playEvents<Event, State extends FollowedState>(
  kind: RunKind<Event, State>,
  response: Response,
  show: (event: Event, id: string | null) => void,
): Promise<void> {
  let pending: Piece<Event>[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let frame = 0
  let drawnAt = 0
  const flush = () => {
    clearTimeout(timer)
    cancelAnimationFrame(frame)
    timer = undefined
    drawnAt = performance.now()
    for (const { event, id } of pending) show(event, id)
    pending = []
  }
  try {
    for await (const { event, id } of readEventStream<Event>(response)) {
      if (!kind.isText(event) || document.visibilityState !== 'visible') {
        flush()
        show(event, id)
        continue
      }
      pending = addPiece(kind, pending, { event, id })
      timer ??= setTimeout(
        () => {
          frame = requestAnimationFrame(flush)
        },
        Math.max(0, drawnAt + drawingMs - performance.now()),
      )
    }
  } finally {
    flush()
  }
}

/** Texts that come from several models in turn are joined each with its own. */
function addPiece<Event, State extends FollowedState>(
  kind: RunKind<Event, State>,
  pieces: Piece<Event>[],
  piece: Piece<Event>,
): Piece<Event>[] {
  for (const [index, before] of pieces.entries()) {
    const event = kind.join(before.event, piece.event)
    if (event) return [...pieces.slice(0, index), ...pieces.slice(index + 1), { event, id: piece.id }]
  }
  return [...pieces, piece]
}
