// Entrances under /v1/ai/use: running prompts.
import { Hono, type Context } from 'hono'
import { requestLanguage } from '#server/error-words.ts'
import { followPromptRun, stopPromptRun } from '#server/features/prompts/follow-prompt-run.ts'
import { startPromptRun } from '#server/features/prompts/start-prompt-run.ts'
import type { Parts } from '#server/parts.ts'
import { AppError } from '#shared/errors.ts'
import { promptRunForm } from '#shared/prompts-run-form.ts'
import { eventStream } from './event-stream.ts'
import { readId, readMemberRequest, runBody } from './member-request.ts'
import { plainStream } from './plain-stream.ts'
import { parseFields } from './request-body.ts'
import { requireMember } from './require-member.ts'

export function promptRunRoutes(parts: Parts): Hono {
  return new Hono()
    .post('/execute/prompt', async (c) => {
      const { member, fields, once } = await readMemberRequest(c, parts, (body) => uuidOf(c, body))
      const form = parseFields(promptRunForm(fields), fields)
      const isPlain = !/\btext\/event-stream\b/.test(c.req.header('accept') ?? '')
      // One stream of plain text has room for one answer.
      if (isPlain && form.kind === 'new' && form.side_by_side)
        throw new AppError('invalid_field', { field: 'side_by_side', detail: { rule: 'invalid' } })
      const language = requestLanguage(c.req.raw)
      const memberId = member.id
      const { id } = await once(async () => {
        const run = await startPromptRun(parts, { memberId, form, language })
        return { id: run.key.id }
      })
      const follow = await followPromptRun(parts, { memberId, runId: id, lastEventId: 0, language })
      const answer = isPlain ? await plainStream(follow) : eventStream(follow)
      answer.headers.set('x-prompt-use-id', String(id))
      return answer
    })
    .post('/prompt/stop', async (c) => {
      const { member, fields } = await readMemberRequest(c, parts)
      const { id } = parseFields(runBody, fields)
      return c.json({ result: await stopPromptRun(parts, { memberId: member.id, runId: id }) })
    })
    .get('/prompt/run/:id/events', async (c) => {
      const member = await requireMember(c, parts, () => c.req.query('uuid'))
      const lastEventId = readId(c.req.header('last-event-id') ?? '0')
      const follow = await followPromptRun(parts, {
        memberId: member.id,
        runId: readId(c.req.param('id')),
        lastEventId,
        language: requestLanguage(c.req.raw),
      })
      return eventStream(follow, lastEventId)
    })
}

/** The query and the body both carry the caller's id; either does, and both must be the same. @throws AppError foreign_uuid */
function uuidOf(c: Context, body: Record<string, unknown>): unknown {
  const inQuery = c.req.query('uuid')
  if (inQuery && body.uuid && inQuery !== body.uuid) throw new AppError('foreign_uuid')
  return inQuery ?? body.uuid
}
