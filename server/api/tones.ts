// Entrances of the member's own tone, under /v1/auth/user/tone.
import { Hono } from 'hono'
import { requestLanguage } from '#server/error-words.ts'
import { followTone } from '#server/features/tones/follow-tone.ts'
import { startTone } from '#server/features/tones/start-tone.ts'
import { stopTone } from '#server/features/tones/stop-tone.ts'
import type { Parts } from '#server/parts.ts'
import { toneForm } from '#shared/tones-form.ts'
import { eventStream } from './event-stream.ts'
import { readId, readMemberRequest, runBody } from './member-request.ts'
import { parseFields } from './request-body.ts'
import { requireMember } from './require-member.ts'

export function toneRoutes(parts: Parts): Hono {
  return new Hono()
    .post('/create', async (c) => {
      const { member, fields, once } = await readMemberRequest(c, parts)
      const { urls, language } = parseFields(toneForm, fields)
      const errorLanguage = requestLanguage(c.req.raw)
      const { id } = await once(async () => {
        const run = await startTone(parts, { member, urls, language, errorLanguage })
        return { id: run.key.id }
      })
      const asking = { memberId: member.id, analysisId: id, lastEventId: 0, language: errorLanguage }
      return eventStream(await followTone(parts, asking))
    })
    .get('/:id/events', async (c) => {
      const member = await requireMember(c, parts, () => c.req.query('uuid'))
      const lastEventId = readId(c.req.header('last-event-id') ?? '0')
      const follow = await followTone(parts, {
        memberId: member.id,
        analysisId: readId(c.req.param('id')),
        lastEventId,
        language: requestLanguage(c.req.raw),
      })
      return eventStream(follow, lastEventId)
    })
    .post('/stop', async (c) => {
      const { member, fields } = await readMemberRequest(c, parts)
      const { id } = parseFields(runBody, fields)
      await stopTone(parts, { memberId: member.id, analysisId: id })
      return c.json({ result: { id } })
    })
}
