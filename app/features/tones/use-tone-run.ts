import { useCallback, useMemo } from 'react'
import type { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import type { ToneEvent } from '#shared/tones.ts'
import { useFollowedRun, type FollowedRun, type RunKind } from '#app/session/use-followed-run.ts'
import { applyToneEvent, idleTone, type ToneRunState } from './tone-run-state.ts'

export type ToneRun = Omit<FollowedRun<ToneRunState>, 'post'> & {
  /** @returns the error that refused it, or null when it was accepted (it may still fail later) */
  start: (urls: string[], language: Language) => Promise<AppError | null>
}

const analyses: RunKind<ToneEvent, ToneRunState> = {
  idle: idleTone,
  starting: { ...idleTone, status: 'starting' },
  apply: applyToneEvent,
  isText: () => false,
  join: () => null,
  eventsPath: (id) => `/auth/user/tone/${id}/events`,
  stopPath: '/auth/user/tone/stop',
}

/** One analysis on this screen. It continues when the user leaves the page. */
export function useToneRun(uuid: string | null): ToneRun {
  const run = useFollowedRun(analyses, uuid)
  const { post } = run
  const start = useCallback(
    (urls: string[], language: Language) => post('/auth/user/tone/create', { uuid, urls, language }),
    [post, uuid],
  )
  return useMemo(() => ({ ...run, start }), [run, start])
}
