import { useCallback, useRef, useState } from 'react'
import { AppError } from '#shared/errors.ts'
import type { CheckedClaim } from '#shared/fact-check.ts'
import type { PictureShape } from '#shared/pictures.ts'
import type { EditEvent, OutputLanguage } from '#shared/tools.ts'
import type { EditFeature } from '#shared/tools-edit.ts'
import { useMember } from '#app/session/root-data.ts'
import {
  isRunGoing,
  useFollowedRun,
  type FollowedState,
  type RunKind,
} from '#app/session/use-followed-run.ts'

export type EditRequest = {
  feature: EditFeature
  text: string
  before: string
  after: string
  instruction: string
  /** The description of an image. */
  shape?: PictureShape
  /** Of a translation. */
  language?: OutputLanguage
}

/** The state of a command and its suggestion, built from its events alone. */
export type EditState = FollowedState & {
  isDemo: boolean
  text: string
  titles: string[]
  tags: string[]
  /** As Markdown. */
  picture: string
  /** Of a check of facts; null until they are checked. */
  claims: CheckedClaim[] | null
  /** Charged tokens; null while the command runs. */
  token: number | null
  /** Images charged. */
  image: number
  error: AppError | null
}

export const hasResult = ({ text, picture, titles, tags, claims }: EditState): boolean =>
  (text + picture).trim() !== '' || titles.length > 0 || tags.length > 0 || claims !== null

const idle: EditState = {
  status: 'idle',
  runId: null,
  lastEventId: null,
  isDemo: false,
  text: '',
  titles: [],
  tags: [],
  picture: '',
  claims: null,
  token: null,
  image: 0,
  error: null,
}

const edits: RunKind<EditEvent, EditState> = {
  idle,
  starting: { ...idle, status: 'starting' },
  apply: applyEvent,
  isText: ({ type }) => type === 'text',
  join: (first, second) =>
    first.type === 'text' && second.type === 'text'
      ? { type: 'text', delta: first.delta + second.delta }
      : null,
  eventsPath: (editId) => `/ai/tool/edit/${editId}/events`,
  stopPath: '/ai/tool/edit/stop',
}

/** One command of the editor and its suggestion; null when there is none. @param id of the text */
export function useEdit(id: number) {
  const uuid = useMember()?.id ?? null
  const {
    state: running,
    isLineLost,
    post,
    follow: followRun,
    stop: stopRun,
    clear,
  } = useFollowedRun(edits, uuid)
  /** Shown instead of the run: the error that refused it, or the result of an earlier one. */
  const [instead, setInstead] = useState<EditState | null>(null)
  /** A command that was discarded while it ran: the next one begins when it has ended. */
  const leaving = useRef<Promise<unknown>>(undefined)
  const [isLeft, setIsLeft] = useState(false)

  const play = useCallback(async (begin: () => Promise<AppError | null>) => {
    setInstead(null)
    await leaving.current
    setIsLeft(false)
    const error = await begin()
    if (error) setInstead({ ...idle, status: 'failed', error, token: 0 })
  }, [])
  const start = useCallback(
    (request: EditRequest) => play(() => post('/ai/tool/edit', { ...request, id, uuid })),
    [id, play, post, uuid],
  )
  /** Follows a command that was started before this page was loaded. */
  const follow = useCallback((editId: number) => play(() => followRun(editId)), [followRun, play])

  /** Cancels the command, as soon as it has begun. @returns the error that prevented it, or null */
  const stop = useCallback(async () => {
    const error = await stopRun()
    // It ended in the same moment.
    return error?.code === 'not_running' ? null : error
  }, [stopRun])

  const isGoing = isRunGoing(running)
  /** Discards the command and cancels an active one, because its result would not be visible. @returns as `stop` */
  const leave = useCallback(async () => {
    setInstead(null)
    setIsLeft(true)
    const stopped = isGoing ? stop() : Promise.resolve(null)
    leaving.current = stopped.finally(clear)
    return stopped
  }, [clear, isGoing, stop])

  /** Offers the result of a discarded command again. */
  const offerAgain = useCallback((made: EditState) => setInstead(made), [])

  const shown = isLeft || running.status === 'idle' ? null : running
  return { state: instead ?? shown, isLineLost, start, follow, stop, leave, offerAgain }
}

function applyEvent(now: EditState, event: EditEvent, eventId: string | null): EditState {
  const lastEventId = eventId ?? now.lastEventId
  const next = { ...now, lastEventId }
  switch (event.type) {
    case 'started':
      // The server may replay the command from its beginning.
      return { ...idle, lastEventId, status: 'running', runId: event.edit_id, isDemo: event.is_demo }
    case 'text':
      return { ...next, text: next.text + event.delta }
    case 'titles':
      return { ...next, titles: event.titles }
    case 'tags':
      return { ...next, tags: event.tags }
    case 'picture':
      return { ...next, picture: event.picture }
    case 'claims':
      return { ...next, claims: event.claims }
    case 'error':
      return { ...next, error: new AppError(event.code, { message: event.message }) }
    case 'done':
      return { ...next, status: event.status, token: event.token, image: event.image }
    case 'queued':
      return next
  }
}
