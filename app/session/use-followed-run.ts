import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { AppError } from '#shared/errors.ts'
import { toAppError } from '#app/ui/to-app-error.ts'
import { readEventStream } from './event-stream.ts'
import { createDeferredCancel } from './deferred-cancel.ts'
import { useApi } from './use-api.ts'

/** The state that every run has. A screen adds the results of its events. */
export type FollowedState = {
  status: 'idle' | 'starting' | 'running' | 'done' | 'stopped' | 'failed'
  runId: number | null
  /** The id of the last event: where the stream resumes after a lost connection. */
  lastEventId: string | null
}

/** An event of a run; those of type `text` have the next piece of the text. */
type RunEvent = { type: string }

/** How to follow a kind of run. Constant: created once, outside of components. */
export type RunKind<Event extends RunEvent, State extends FollowedState> = {
  idle: State
  starting: State
  /** The state after one more event; the same events always give the same state. */
  apply: (state: State, event: Event, eventId: string | null) => State
  /** Whether two texts that come next to each other are of one answer; for runs of several answers. */
  isSameText?: (first: Event, second: Event) => boolean
  eventsPath: (runId: number) => string
  stopPath: string
}

export type RunConnection = {
  /**
   * Whether the connection to an active run was lost. It reconnects by itself; `followAgain` reconnects immediately.
   */
  isLineLost: boolean
  isStopping: boolean
  /**
   * Starts a run, unless one is active here. @returns the error that refused it, or null when it was accepted (it may
   * still fail later)
   */
  post: (path: string, body: unknown) => Promise<AppError | null>
  /** Follows an active run, from its beginning. */
  follow: (runId: number) => Promise<AppError | null>
  followAgain: () => Promise<AppError | null>
  /** Cancels the run as soon as it has begun. Its text so far stays. */
  stop: () => Promise<AppError | null>
  clear: () => void
}

export const isRunGoing = ({ status }: FollowedState): boolean =>
  status === 'starting' || status === 'running'

export type FollowedRun<State> = RunConnection & { state: State }

/** One run on this screen, with its state. A run continues when the user leaves the page. */
export function useFollowedRun<Event extends RunEvent, State extends FollowedState>(
  kind: RunKind<Event, State>,
  uuid: string | null,
): FollowedRun<State> {
  const [state, setState] = useState<State>(kind.idle)
  const connection = useRunConnection(kind, uuid, setState)
  return useMemo(() => ({ state, ...connection }), [state, connection])
}

/**
 * The same without the state, for a screen whose reducer has it.
 * @param onState is told every state. Constant
 */
export function useRunConnection<Event extends RunEvent, State extends FollowedState>(
  kind: RunKind<Event, State>,
  uuid: string | null,
  onState: (state: State) => void,
): RunConnection {
  const api = useApi()
  /** The number of consecutive connection losses. */
  const [lostCount, setLostCount] = useState(0)
  const [isStopping, setIsStopping] = useState(false)
  const current = useRef<State>(kind.idle)
  const line = useRef<AbortController>(undefined)
  const [deferredCancel] = useState(createDeferredCancel)
  const show = useCallback(
    (next: State) => {
      current.current = next
      onState(next)
      if (next.status === 'running' && next.runId !== null) deferredCancel.know(next.runId)
    },
    [deferredCancel, onState],
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
      // A second press before the button renders again would be refused, and would remove the first run from the
      // screen.
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
    () => ({ isLineLost, isStopping, post, follow, followAgain, stop, clear }),
    [isLineLost, isStopping, post, follow, followAgain, stop, clear],
  )
}

const takeUpDelaysMs = [0, 1_000, 2_000, 5_000, 10_000]

/**
 * Reconnects a lost connection immediately, then after growing delays. It also reconnects when the network or the tab
 * returns.
 */
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

/** The delay between two renders of growing text: too short for the eye to notice, and long enough to handle keys. */
const drawingMs = 50

type Piece<Event> = { event: Event; id: string | null }

async function playEvents<Event extends RunEvent, State extends FollowedState>(
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
      if (!isText(event) || document.visibilityState !== 'visible') {
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

/**
 * Joins text with the one before, so that one render shows both: a fast model sends many pieces. Interleaved texts of
 * several models are joined for each model separately.
 */
export function addPiece<Event extends RunEvent, State extends FollowedState>(
  { isSameText = () => true }: RunKind<Event, State>,
  pieces: Piece<Event>[],
  piece: Piece<Event>,
): Piece<Event>[] {
  const index = pieces.findIndex(({ event }) => isSameText(event, piece.event))
  const before = pieces[index]
  if (!before) return [...pieces, piece]
  const event = { ...piece.event, delta: deltaOf(before.event) + deltaOf(piece.event) }
  return [...pieces.toSpliced(index, 1), { event, id: piece.id }]
}

const isText = (event: RunEvent): boolean => event.type === 'text'
const deltaOf = (event: RunEvent): string =>
  'delta' in event && typeof event.delta === 'string' ? event.delta : ''
