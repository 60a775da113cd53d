// Entrances under /v1/ai: the writing tools.
import { Hono, type Context } from 'hono'
import { z } from 'zod'
import { requestLanguage } from '#server/error-words.ts'
import { followStartedRun, followToolRun } from '#server/features/tools/follow-tool-run.ts'
import { startSection } from '#server/features/tools/start-section.ts'
import { startTool, startToolAgain } from '#server/features/tools/start-tool.ts'
import { stopRun } from '#server/features/tools/stop-run.ts'
import { readToolFile } from '#server/features/tools/tool-file.ts'
import type { Parts } from '#server/parts.ts'
import { AppError } from '#shared/errors.ts'
import { writeSection, readSection } from '#shared/outline.ts'
import { toolForms, type ToolForms } from '#shared/tools-form.ts'
import {
  instructionMaxLength,
  outlineLimits,
  toolFilesMax,
  toolsWithOutline,
  writingTools,
  type WritingTool,
} from '#shared/tools.ts'
import { eventStream } from './event-stream.ts'
import { mediaType, parseFields, readJson, readMultipart } from './request-body.ts'
import { requireMember } from './require-member.ts'

const stopBody = z.strictObject({ uuid: z.string(), id: z.int('invalid').positive('invalid') })

const outline = z
  .array(z.string().max(outlineLimits.section, 'invalid'), 'invalid')
  .min(1, 'required')
  .max(outlineLimits.sectionsMax, 'invalid')
  .transform((entries) => entries.map((entry) => writeSection(readSection(entry))))
  .refine((entries) => entries.every((entry) => isHeading(readSection(entry).heading)), 'invalid')
const isHeading = (heading: string) => heading !== '' && heading.length <= outlineLimits.heading

const againBody = z.strictObject({
  uuid: z.string(),
  mode: z.enum(['continue', 'regenerate'], 'choose'),
  /** The outline as the person has changed it. */
  outline: outline.optional(),
})

const sectionBody = z.strictObject({
  uuid: z.string(),
  section: z.int('invalid').min(0, 'invalid'),
  heading: z.string(),
  mode: z.enum(['rewrite', 'fit'], 'choose'),
  instruction: z.string().trim().max(instructionMaxLength, 'invalid').default(''),
})

export function aiRoutes(parts: Parts): Hono {
  const app = new Hono()
  for (const tool of writingTools) app.post(`/tool/${tool}`, (c) => writeNew(c, parts, tool))
  return app
    .post('/tool/run/:id/again', async (c) => {
      let input: ToolInput | undefined
      const member = await requireMember(
        c,
        parts,
        async () => (input = await readToolInput(c, filesOfAnyTool)).fields.uuid,
      )
      const { mode, outline: changed } = parseFields(againBody, input!.fields)
      const files = await readToolFiles(input!, parts)
      const language = requestLanguage(c.req.raw)
      const id = readId(c.req.param('id'))
      const run = await startToolAgain(parts, { member, id, mode, outline: changed, files, language })
      return eventStream(followStartedRun(parts, run, language))
    })
    .post('/tool/run/:id/section', async (c) => {
      let body: Record<string, unknown> = {}
      const member = await requireMember(c, parts, async () => (body = await readJson(c.req.raw)).uuid)
      const { uuid: _, ...request } = parseFields(sectionBody, body)
      const language = requestLanguage(c.req.raw)
      const run = await startSection(parts, { ...request, member, id: readId(c.req.param('id')), language })
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

/** `outline_first` ends the run after its outline, for tools that have one. */
async function writeNew(c: Context, parts: Parts, tool: WritingTool): Promise<Response> {
  let input: ToolInput | undefined
  const member = await requireMember(
    c,
    parts,
    async () => (input = await readToolInput(c, filesOf(tool))).fields.uuid,
  )
  const { uuid: _, outline_first: isOutlineOnly = false, ...fields } = input!.fields
  if (typeof isOutlineOnly !== 'boolean' || (isOutlineOnly && !toolsWithOutline.includes(tool)))
    throw new AppError('invalid_field', { field: 'outline_first', detail: { rule: 'invalid' } })
  const form = parseFields(toolForms[tool] as z.ZodType<ToolForms[WritingTool]>, fields)
  const files = await readToolFiles(input!, parts)
  const language = requestLanguage(c.req.raw)
  const run = await startTool(parts, { tool, member, form, files, language, isOutlineOnly })
  return eventStream(followStartedRun(parts, run, language))
}

type ToolInput = { fields: Record<string, unknown>; files: File[] }

/** An article brings one `file`, a document several `files` (B09). */
const filesOf = (tool: WritingTool): Record<string, number> =>
  toolFilesMax[tool] === 0 ? {} : { [toolFilesMax[tool] === 1 ? 'file' : 'files']: toolFilesMax[tool] }
const filesOfAnyTool = { ...filesOf('article'), ...filesOf('document') }

const readToolFiles = (input: ToolInput, parts: Parts) =>
  Promise.all(input.files.map((file) => readToolFile(file, parts.model)))

/** JSON, or a form when files come along. In a form everything is text: what is none is JSON, one value a field. */
async function readToolInput(c: Context, filesMax: Record<string, number>): Promise<ToolInput> {
  if (mediaType(c.req.raw) !== 'multipart/form-data') return { fields: await readJson(c.req.raw), files: [] }
  const { fields, files } = await readMultipart(c.req.raw, filesMax)
  const read: Record<string, unknown> = { ...fields }
  for (const name of ['thumbnail', 'outline_first', 'outline']) {
    const value = fields[name]
    if (value !== undefined) read[name] = parseValue(value)
  }
  return { fields: read, files }
}

/** What is no JSON stays text, which its schema then refuses. */
function parseValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function readId(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new AppError('not_found')
  return Number(text)
}
