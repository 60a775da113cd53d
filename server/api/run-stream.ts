// What requests about runs have in common, whatever is made.
import type { Context } from 'hono'
import type { Parts } from '#server/parts.ts'
import { followRun } from '#server/runs/follow-run.ts'
import type { AnyRunKind } from '#server/runs/run-kind.ts'
import type { Follow } from '#server/runs/run-log.ts'
import type { LiveRun } from '#server/runs/run-registry.ts'
import { firstEventId, readRun, readRunOf, type Run } from '#server/runs/run-row.ts'
import { eventStream } from './event-stream.ts'
import { readId, type MemberRequest } from './member-request.ts'
import { requireMember } from './require-member.ts'

/** The run that a request starts, or has started before under the same key, and its events from the first. */
export async function startAndFollow(
  parts: Parts,
  kind: AnyRunKind,
  { member, once }: MemberRequest,
  start: () => Promise<LiveRun>,
): Promise<{ run: Run; follow: Follow }> {
  const { id } = await once(async () => ({ id: (await start()).row.id }))
  const run = await readRun(parts.database, id, member.id)
  return { run, follow: followRun(parts, kind, run, firstEventId(run.attempt) - 1) }
}

/** The same as a stream of events, with the run's id in a header. */
export async function streamNewRun(
  parts: Parts,
  kind: AnyRunKind,
  request: MemberRequest,
  start: () => Promise<LiveRun>,
): Promise<Response> {
  const { run, follow } = await startAndFollow(parts, kind, request, start)
  return named(eventStream(follow), run)
}

/** Answers with the events of the newest attempt at a row, after the reader's last one. */
export async function streamRunOf(c: Context, parts: Parts, kind: AnyRunKind): Promise<Response> {
  const subjectId = readId(c.req.param('id') ?? '')
  return streamRun(c, parts, async (memberId) => ({
    kind,
    run: await readRunOf(parts.database, { kind: kind.name, subjectId, memberId }),
  }))
}

/** Answers with the events of the caller's run after the reader's last one. */
export async function streamRun(
  c: Context,
  parts: Parts,
  find: (memberId: string) => Promise<{ kind: AnyRunKind; run: Run }>,
): Promise<Response> {
  const member = await requireMember(c, parts, () => c.req.query('uuid'))
  const lastEventId = readId(c.req.header('last-event-id') ?? '0')
  const { kind, run } = await find(member.id)
  return named(eventStream(followRun(parts, kind, run, lastEventId), lastEventId), run)
}

function named(response: Response, { id }: Run): Response {
  response.headers.set('x-run-id', String(id))
  return response
}
