import { useCallback, useEffect, useRef, useState } from 'react'
import { AppError } from '#shared/errors.ts'
import { toAppError } from '#app/ui/to-app-error.ts'
import type { PictureShape } from '#shared/pictures.ts'
import type { EditEvent } from '#shared/tools.ts'
import type { EditFeature } from '#shared/tools-edit.ts'
import { readEventStream } from '#app/session/event-stream.ts'
import { useMember } from '#app/session/facts.ts'
import { createStopWish } from '#app/session/stop-wish.ts'
import { useApi } from '#app/session/use-api.ts'

export type EditRequest = {
  feature: EditFeature
  text: string
  before: string
  after: string
  instruction: string
  /** Of a picture. */
  shape?: PictureShape
}

export type EditState = {
  status: 'running' | 'done' | 'stopped' | 'failed'
  editId: number | null
  isDemo: boolean
  /** The command goes on, but the line to it was lost; it is taken up again by itself. */
  isLineLost: boolean
  text: string
  titles: string[]
  tags: string[]
  /** As Markdown. */
  picture: string
  /** Charged, in tokens; null while it goes on. */
  token: number | null
  /** Images charged. */
  image: number
  error: AppError | null
}

export const hasResult = ({ text, picture, titles, tags }: EditState): boolean =>
  (text + picture).trim() !== '' || titles.length > 0 || tags.length > 0

const begun: EditState = {
  status: 'running',
  editId: null,
  isDemo: false,
  isLineLost: false,
  text: '',
  titles: [],
  tags: [],
  picture: '',
  token: null,
  image: 0,
  error: null,
}

type Line = { abort: AbortController; stopWish: ReturnType<typeof createStopWish> }

/** One command of the editor and what it offers; null when there is none. It goes on when its line is lost, and is taken up again. */
export function useEdit(id: number) {
  const api = useApi()
  const uuid = useMember()?.id ?? null
  const [state, setState] = useState<EditState | null>(null)
  const line = useRef<Line>(undefined)
  useEffect(() => () => line.current?.abort.abort(), [])

  /** Reads to the last event, over as many lines as it takes. @param editId null when the first line starts it */
  const play = useCallback(
    async (first: (signal: AbortSignal) => Promise<Response>, known: number | null) => {
      line.current?.abort.abort()
      const abort = new AbortController()
      const stopWish = createStopWish()
      stopWish.begin(known)
      const own: Line = { abort, stopWish }
      line.current = own
      setState({ ...begun, editId: known })
      const change = (next: (now: EditState) => EditState) => {
        if (line.current === own) setState((now) => now && next(now))
      }
      let editId = known
      let lastEventId: string | null = null
      const read = async (response: Response): Promise<boolean> => {
        let isWhole = false
        for await (const { event, id: eventId } of readEventStream<EditEvent>(response)) {
          if (event.type === 'started') {
            editId = event.edit_id
            stopWish.know(editId)
          }
          lastEventId = eventId ?? lastEventId
          isWhole = event.type === 'done'
          change((now) => ({ ...applyEvent(now, event), isLineLost: false }))
        }
        return isWhole
      }
      const again = (signal: AbortSignal) =>
        api.open(`/ai/tool/edit/${editId}/events?uuid=${uuid}`, {
          signal,
          headers: lastEventId ? { 'Last-Event-ID': lastEventId } : {},
        })
      for (let tries = 0; !abort.signal.aborted; tries++) {
        try {
          if (await read(await (tries === 0 ? first : again)(abort.signal))) return
        } catch (problem) {
          const error = toAppError(problem, 'stream_cut')
          // A refusal, and not a line that broke.
          if (editId === null || (error.code !== 'unavailable' && error.code !== 'stream_cut')) {
            stopWish.begin(null)
            return change((now) => ({ ...now, status: 'failed', error, token: now.token ?? 0 }))
          }
        }
        change((now) => ({ ...now, isLineLost: true }))
        await waitForLine(Math.min(tries * 1_000, 10_000), abort.signal)
      }
    },
    [api, uuid],
  )

  const start = useCallback(
    (request: EditRequest) =>
      play(
        (signal) =>
          api.open('/ai/tool/edit', { method: 'POST', body: { ...request, id, uuid }, signal, once: true }),
        null,
      ),
    [api, id, play, uuid],
  )
  /** Takes up a command that was given before this page was loaded. */
  const follow = useCallback(
    (editId: number) =>
      play((signal) => api.open(`/ai/tool/edit/${editId}/events?uuid=${uuid}`, { signal }), editId),
    [api, play, uuid],
  )

  /** Stops the command, as soon as it has begun. @returns the error that kept it from being stopped, or null */
  const stop = useCallback(
    async () =>
      (await line.current?.stopWish.want(async (editId) => {
        try {
          await api.json('/ai/tool/edit/stop', { method: 'POST', body: { uuid, id: editId } })
          return null
        } catch (error) {
          // It ended in the same moment.
          if (error instanceof AppError && error.code === 'not_running') return null
          return toAppError(error)
        }
      })) ?? null,
    [api, uuid],
  )

  const isRunning = state?.status === 'running'
  /** Puts the command away; one that goes on is stopped, since nobody would see what it makes. @returns as `stop` */
  const leave = useCallback(async () => {
    const left = line.current
    const stopped = isRunning ? stop() : null
    line.current = undefined
    setState(null)
    const error = await stopped
    left?.abort.abort()
    return error
  }, [isRunning, stop])

  /** Offers again what a command had made before it was put away. */
  const offerAgain = useCallback((made: EditState) => setState(made), [])

  return { state, start, follow, stop, leave, offerAgain }
}

/** Until the time has passed, the network is back, or nobody wants to know any more. */
function waitForLine(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    window.addEventListener('online', end)
    signal.addEventListener('abort', end)
  })
}

function applyEvent(now: EditState, event: EditEvent): EditState {
  switch (event.type) {
    case 'started':
      // Whoever follows may be told the command from its beginning again.
      return { ...begun, editId: event.edit_id, isDemo: event.is_demo }
    case 'text':
      return { ...now, text: now.text + event.delta }
    case 'titles':
      return { ...now, titles: event.titles }
    case 'tags':
      return { ...now, tags: event.tags }
    case 'picture':
      return { ...now, picture: event.picture }
    case 'error':
      return { ...now, error: new AppError(event.code, { message: event.message }) }
    case 'done':
      return { ...now, status: event.status, token: event.token, image: event.image }
    case 'queued':
      return now
  }
}
