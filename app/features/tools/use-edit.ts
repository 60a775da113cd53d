import { useCallback, useEffect, useRef, useState } from 'react'
import { AppError } from '#shared/errors.ts'
import type { EditEvent } from '#shared/tools.ts'
import type { EditFeature } from '#shared/tools-edit.ts'
import { readEventStream } from '#app/session/event-stream.ts'
import { useMember } from '#app/session/facts.ts'
import { useApi } from '#app/session/use-api.ts'

export type EditRequest = {
  feature: EditFeature
  text: string
  before: string
  after: string
  instruction: string
}

export type EditState = {
  status: 'running' | 'done' | 'stopped' | 'failed'
  editId: number | null
  isDemo: boolean
  text: string
  titles: string[]
  tags: string[]
  /** Charged, in tokens; null while it goes on. */
  token: number | null
  error: AppError | null
}

const begun: EditState = {
  status: 'running',
  editId: null,
  isDemo: false,
  text: '',
  titles: [],
  tags: [],
  token: null,
  error: null,
}

/** One command of the editor and what it offers; null when there is none. */
export function useEdit(id: number) {
  const api = useApi()
  const uuid = useMember()?.id ?? null
  const [state, setState] = useState<EditState | null>(null)
  const line = useRef<AbortController>(undefined)
  useEffect(() => () => line.current?.abort(), [])

  const start = useCallback(
    async (request: EditRequest) => {
      line.current?.abort()
      const abort = new AbortController()
      line.current = abort
      setState(begun)
      const change = (next: (now: EditState) => EditState) => {
        if (!abort.signal.aborted) setState((now) => now && next(now))
      }
      try {
        const response = await api.open('/ai/tool/edit', {
          method: 'POST',
          body: { ...request, id, uuid },
          signal: abort.signal,
        })
        let isWhole = false
        for await (const { event } of readEventStream<EditEvent>(response)) {
          change((now) => applyEvent(now, event))
          isWhole = event.type === 'done'
        }
        if (!isWhole) throw new AppError('stream_cut')
      } catch (problem) {
        const error = problem instanceof AppError ? problem : new AppError('stream_cut', { cause: problem })
        change((now) => ({ ...now, status: 'failed', error }))
      }
    },
    [api, id, uuid],
  )

  const stop = useCallback(
    async (editId: number | null) => {
      if (editId === null) return
      try {
        await api.json('/ai/tool/edit/stop', { method: 'POST', body: { uuid, id: editId } })
      } catch (error) {
        // It ended in the same moment.
        if (!(error instanceof AppError && error.code === 'not_running')) throw error
      }
    },
    [api, uuid],
  )

  const close = useCallback(() => {
    line.current?.abort()
    setState(null)
  }, [])

  return { state, start, stop, close }
}

function applyEvent(now: EditState, event: EditEvent): EditState {
  switch (event.type) {
    case 'started':
      return { ...now, editId: event.edit_id, isDemo: event.is_demo }
    case 'text':
      return { ...now, text: now.text + event.delta }
    case 'titles':
      return { ...now, titles: event.titles }
    case 'tags':
      return { ...now, tags: event.tags }
    case 'error':
      return { ...now, error: new AppError(event.code, { message: event.message }) }
    case 'done':
      return { ...now, status: event.status, token: event.token }
    case 'queued':
      return now
  }
}
