// Routes under /v1/ai/use: running prompts.
import { Hono, type Context } from 'hono'
import { requestLanguage } from '#server/error-words.ts'
import { promptKind } from '#server/features/prompts/prompt-kind.ts'
import { startPromptRun } from '#server/features/prompts/start-prompt-run.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { cancelRun } from '#server/runs/cancel-run.ts'
import { readRunOf } from '#server/runs/run-row.ts'
import { AppError } from '#shared/errors.ts'
import { promptRunSchema } from '#shared/prompts-run-form.ts'
import { eventStream } from './event-stream.ts'
import { readMemberRequest, runBody } from './member-request.ts'
import { plainStream } from './plain-stream.ts'
import { parseFields } from './request-body.ts'
import { startAndFollow, streamRunOf } from './run-stream.ts'

export function promptRunRoutes(deps: Dependencies): Hono {
  return new Hono()
    .post('/execute/prompt', async (c) => {
      const request = await readMemberRequest(c, deps, (body) => uuidOf(c, body))
      const { fields } = request
      const form = parseFields(promptRunSchema(fields), fields)
      const isPlain = !/\btext\/event-stream\b/.test(c.req.header('accept') ?? '')
      // A plain-text stream has room for one answer only.
      if (isPlain && form.kind === 'new' && form.side_by_side)
        throw new AppError('invalid_field', { field: 'side_by_side', detail: { rule: 'invalid' } })
      const language = requestLanguage(c.req.raw)
      const { run, follow } = await startAndFollow(deps, promptKind, request, () =>
        startPromptRun(deps, { memberId: request.member.id, form, language }),
      )
      const answer = isPlain ? await plainStream(follow) : eventStream(follow)
      answer.headers.set('x-prompt-use-id', String(run.subject_id))
      return answer
    })
    .post('/prompt/stop', async (c) => {
      const { member, fields } = await readMemberRequest(c, deps)
      const { id } = parseFields(runBody, fields)
      const of = { kind: promptKind.name, subjectId: id, memberId: member.id }
      const status = await cancelRun(deps, await readRunOf(deps.database, of))
      return c.json({ result: { id, status } })
    })
    .get('/prompt/run/:id/events', (c) => streamRunOf(c, deps, promptKind))
}

/** The caller's id may be in the query, the body or both; both must be equal. @throws AppError foreign_uuid */
function uuidOf(c: Context, body: Record<string, unknown>): unknown {
  const inQuery = c.req.query('uuid')
  if (inQuery && body.uuid && inQuery !== body.uuid) throw new AppError('foreign_uuid')
  return inQuery ?? body.uuid
}
