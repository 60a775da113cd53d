// Shared responses for requests about runs of every kind.
import type { Context } from 'hono'
import type { Dependencies } from '#server/dependencies.ts'
import { followRun } from '#server/runs/follow-run.ts'
import type { AnyRunKind } from '#server/runs/run-kind.ts'
import type { Follow } from '#server/runs/run-log.ts'
import type { LiveRun } from '#server/runs/run-registry.ts'
import { firstEventId, readRun, readRunOf, type Run } from '#server/runs/run-row.ts'
import { eventStream } from './event-stream.ts'
import { readId, type MemberRequest } from './member-request.ts'
import { requireConsents, requireMember } from './require-member.ts'

/** The run that a request starts, or has started before under the same key, and its events from the first. */
export async function startAndFollow(
  deps: Dependencies,
  kind: AnyRunKind,
  { member, once }: MemberRequest,
  start: () => Promise<LiveRun>,
): Promise<{ run: Run; follow: Follow }> {
  requireConsents(member)
  const { id } = await once(async () => ({ id: (await start()).row.id }))
  const run = await readRun(deps.database, id, member.id)
  return { run, follow: followRun(deps, kind, run, firstEventId(run.attempt) - 1) }
}

/** As `startAndFollow`, as a stream of events with the run's id in a header. */
export async function streamNewRun(
  deps: Dependencies,
  kind: AnyRunKind,
  request: MemberRequest,
  start: () => Promise<LiveRun>,
): Promise<Response> {
  const { run, follow } = await startAndFollow(deps, kind, request, start)
  return named(eventStream(follow), run)
}

/** Streams the events of the newest attempt at a row, after the reader's last one. */
export async function streamRunOf(c: Context, deps: Dependencies, kind: AnyRunKind): Promise<Response> {
  const subjectId = readId(c.req.param('id') ?? '')
  return streamRun(c, deps, async (memberId) => ({
    kind,
    run: await readRunOf(deps.database, { kind: kind.name, subjectId, memberId }),
  }))
}

/** Streams the events of the caller's run after the reader's last one. */
export async function streamRun(
  c: Context,
  deps: Dependencies,
  find: (memberId: string) => Promise<{ kind: AnyRunKind; run: Run }>,
): Promise<Response> {
  const member = await requireMember(c, deps, () => c.req.query('uuid'))
  const lastEventId = readId(c.req.header('last-event-id') ?? '0')
  const { kind, run } = await find(member.id)
  return named(eventStream(followRun(deps, kind, run, lastEventId), lastEventId), run)
}

function named(response: Response, { id }: Run): Response {
  response.headers.set('x-run-id', String(id))
  return response
}
