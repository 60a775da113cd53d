// Entrances under /v1/ai: the writing tools.
import { Hono, type Context } from 'hono'
import { z } from 'zod'
import { requestLanguage } from '#server/error-words.ts'
import { followStartedRun, followToolRun } from '#server/features/tools/follow-tool-run.ts'
import { startArticle, startArticleAgain } from '#server/features/tools/start-article.ts'
import { stopRun } from '#server/features/tools/stop-run.ts'
import { readToolFile } from '#server/features/tools/tool-file.ts'
import type { Parts } from '#server/parts.ts'
import { AppError } from '#shared/errors.ts'
import { articleForm } from '#shared/tools-form.ts'
import { eventStream } from './event-stream.ts'
import { mediaType, parseFields, readJson, readMultipart } from './request-body.ts'
import { requireMember } from './require-member.ts'

const stopBody = z.strictObject({ uuid: z.string(), id: z.int('invalid').positive('invalid') })

const againBody = z.strictObject({ uuid: z.string(), mode: z.enum(['continue', 'regenerate'], 'choose') })

export function aiRoutes(parts: Parts): Hono {
  return new Hono()
    .post('/tool/article', async (c) => {
      let input: ToolInput | undefined
      const member = await requireMember(c, parts, async () => (input = await readToolInput(c)).fields.uuid)
      const { uuid: _, ...fields } = input!.fields
      const form = parseFields(articleForm, fields)
      const file = input!.file ? await readToolFile(input!.file, parts.model) : null
      const language = requestLanguage(c.req.raw)
      const run = await startArticle(parts, { member, form, file, language })
      return eventStream(followStartedRun(parts, run, language))
    })
    .post('/tool/run/:id/again', async (c) => {
      let input: ToolInput | undefined
      const member = await requireMember(c, parts, async () => (input = await readToolInput(c)).fields.uuid)
      const { mode } = parseFields(againBody, input!.fields)
      const file = input!.file ? await readToolFile(input!.file, parts.model) : null
      const language = requestLanguage(c.req.raw)
      const id = readId(c.req.param('id'))
      const run = await startArticleAgain(parts, { member, id, mode, file, language })
      return eventStream(followStartedRun(parts, run, language))
    })
    .post('/tool/stop', async (c) => {
      let body: Record<string, unknown> = {}
      const member = await requireMember(c, parts, async () => (body = await readJson(c.req.raw)).uuid)
      const { id } = parseFields(stopBody, body)
      return c.json({ result: await stopRun(parts, { memberId: member.id, runId: id }) })
    })
    .get('/tool/run/:id/events', async (c) => {
      const member = await requireMember(c, parts, () => c.req.query('uuid'))
      const runId = readId(c.req.param('id'))
      const lastEventId = readId(c.req.header('last-event-id') ?? '0')
      const follow = await followToolRun(parts, {
        memberId: member.id,
        runId,
        lastEventId,
        language: requestLanguage(c.req.raw),
      })
      return eventStream(follow, lastEventId)
    })
}

type ToolInput = { fields: Record<string, unknown>; file: File | null }

/** JSON, or a form when a file comes along. In a form everything is text, so the one boolean is read from its word. */
async function readToolInput(c: Context): Promise<ToolInput> {
  if (mediaType(c.req.raw) !== 'multipart/form-data') return { fields: await readJson(c.req.raw), file: null }
  const { fields, files } = await readMultipart(c.req.raw)
  const { file, ...others } = files
  if (Object.keys(others).length > 0)
    throw new AppError('invalid_request', { field: Object.keys(others)[0]! })
  const thumbnail =
    fields.thumbnail === 'true' ? true : fields.thumbnail === 'false' ? false : fields.thumbnail
  return { fields: thumbnail === undefined ? fields : { ...fields, thumbnail }, file: file ?? null }
}

function readId(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new AppError('not_found')
  return Number(text)
}
