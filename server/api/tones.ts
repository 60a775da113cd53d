// Routes of the member's own tone, under /v1/auth/user/tone.
import { Hono } from 'hono'
import { requestLanguage } from '#server/error-words.ts'
import { startTone } from '#server/features/tones/start-tone.ts'
import { toneKind } from '#server/features/tones/tone-kind.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { cancelRun } from '#server/runs/cancel-run.ts'
import { readRunOf } from '#server/runs/run-row.ts'
import { toneSchema } from '#shared/tones-form.ts'
import { readMemberRequest, runBody } from './member-request.ts'
import { parseFields } from './request-body.ts'
import { streamNewRun, streamRunOf } from './run-stream.ts'

export function toneRoutes(deps: Dependencies): Hono {
  return new Hono()
    .post('/create', async (c) => {
      const request = await readMemberRequest(c, deps)
      const { member, fields } = request
      const { urls, language } = parseFields(toneSchema, fields)
      const errorLanguage = requestLanguage(c.req.raw)
      return streamNewRun(deps, toneKind, request, () =>
        startTone(deps, { member, urls, language, errorLanguage }),
      )
    })
    .get('/:id/events', (c) => streamRunOf(c, deps, toneKind))
    .post('/stop', async (c) => {
      const { member, fields } = await readMemberRequest(c, deps)
      const { id } = parseFields(runBody, fields)
      const of = { kind: toneKind.name, subjectId: id, memberId: member.id }
      await cancelRun(deps, await readRunOf(deps.database, of))
      return c.json({ result: { id } })
    })
}
