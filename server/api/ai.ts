// Entrances under /v1/ai: the writing tools.
import { Hono, type Context } from 'hono'
import { z } from 'zod'
import { requestLanguage } from '#server/error-words.ts'
import { requireOwnFiles } from '#server/features/tools/source.ts'
import { followStartedRun, followToolRun } from '#server/features/tools/follow-tool-run.ts'
import { startArticle, startArticleAgain } from '#server/features/tools/start-article.ts'
import { startEdit } from '#server/features/tools/start-edit.ts'
import { stopEdit } from '#server/features/tools/stop-edit.ts'
import { stopRun } from '#server/features/tools/stop-run.ts'
import type { Parts } from '#server/parts.ts'
import { AppError } from '#shared/errors.ts'
import { articleForm, editForm, toolFiles, type ToolFile } from '#shared/tools-form.ts'
import { articleFilesMax, findToolFileProblem } from '#shared/tools.ts'
import { eventStream } from './event-stream.ts'
import { parseFields, readJson } from './request-body.ts'
import { accessTokenOf, requireMember } from './require-member.ts'

const stopBody = z.strictObject({ uuid: z.string(), id: z.int('invalid').positive('invalid') })

const againBody = z.strictObject({ uuid: z.string(), mode: z.enum(['continue', 'regenerate'], 'choose') })

export function aiRoutes(parts: Parts): Hono {
  return new Hono()
    .post('/tool/article', async (c) => {
      let body: Record<string, unknown> = {}
      const member = await requireMember(c, parts, async () => (body = await readJson(c.req.raw)).uuid)
      const { uuid: _, files: named = [], ...fields } = body
      const form = parseFields(articleForm, fields)
      const files = await readFiles(c, parts, named)
      const language = requestLanguage(c.req.raw)
      const run = await startArticle(parts, { member, form, files, language })
      return eventStream(followStartedRun(parts, run, language))
    })
    .post('/tool/run/:id/again', async (c) => {
      let body: Record<string, unknown> = {}
      const member = await requireMember(c, parts, async () => (body = await readJson(c.req.raw)).uuid)
      const { files: named, ...fields } = body
      const { mode } = parseFields(againBody, fields)
      const files = named === undefined ? null : await readFiles(c, parts, named)
      const language = requestLanguage(c.req.raw)
      const id = readId(c.req.param('id'))
      const run = await startArticleAgain(parts, { member, id, mode, files, language })
      return eventStream(followStartedRun(parts, run, language))
    })
    .post('/tool/edit', async (c) => {
      let body: Record<string, unknown> = {}
      const member = await requireMember(c, parts, async () => (body = await readJson(c.req.raw)).uuid)
      const { uuid: _, ...fields } = body
      const form = parseFields(editForm, fields)
      const run = await startEdit(parts, {
        memberId: member.id,
        form,
        language: requestLanguage(c.req.raw),
      })
      return eventStream((signal) => run.log.follow(0, signal))
    })
    .post('/tool/edit/stop', async (c) => {
      let body: Record<string, unknown> = {}
      const member = await requireMember(c, parts, async () => (body = await readJson(c.req.raw)).uuid)
      const { id } = parseFields(stopBody, body)
      await stopEdit(parts, { memberId: member.id, editId: id })
      return c.json({ result: { id } })
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

/** @throws AppError too_many_files, invalid_field, file_gone; all on field `files` */
async function readFiles(c: Context, parts: Parts, value: unknown): Promise<ToolFile[]> {
  if (Array.isArray(value) && value.length > articleFilesMax)
    throw new AppError('too_many_files', { field: 'files', detail: { count: articleFilesMax } })
  const files = toolFiles(articleFilesMax).safeParse(value)
  if (!files.success) throw new AppError('invalid_field', { field: 'files', detail: { rule: 'invalid' } })
  for (const file of files.data) {
    const problem = findToolFileProblem({ name: file.name, size: 0 })
    if (problem) throw new AppError(problem, { field: 'files', detail: { name: file.name } })
  }
  await requireOwnFiles(parts, files.data, accessTokenOf(c))
  return files.data
}

function readId(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new AppError('not_found')
  return Number(text)
}
