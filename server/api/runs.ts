// Routes under /v1/runs: runs of every kind, by their own id.
import { Hono } from 'hono'
import type { Dependencies } from '#server/dependencies.ts'
import { runKinds } from '#server/run-map.ts'
import { cancelRun } from '#server/runs/cancel-run.ts'
import { readRun } from '#server/runs/run-row.ts'
import { readId, readMemberRequest } from './member-request.ts'
import { streamRun } from './run-stream.ts'

export function runRoutes(deps: Dependencies): Hono {
  return new Hono()
    .get('/:id/events', (c) =>
      streamRun(c, deps, async (memberId) => {
        const run = await readRun(deps.database, readId(c.req.param('id')), memberId)
        return { kind: runKinds[run.kind], run }
      }),
    )
    .post('/:id/cancel', async (c) => {
      const { member } = await readMemberRequest(c, deps)
      const run = await readRun(deps.database, readId(c.req.param('id')), member.id)
      return c.json({ result: { id: run.id, status: await cancelRun(deps, run) } })
    })
}
