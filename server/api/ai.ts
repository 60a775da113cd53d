// Routes under /v1/ai: the writing tools.
import { Hono, type Context } from 'hono'
import { z } from 'zod'
import { requestLanguage } from '#server/error-words.ts'
import { editKind } from '#server/features/tools/edit-kind.ts'
import { startEdit } from '#server/features/tools/start-edit.ts'
import { startPicture } from '#server/features/tools/start-picture.ts'
import { isLeftOut, previewLinks } from '#server/features/tools/links.ts'
import { requirePlanForLinks, startTool, startToolAgain } from '#server/features/tools/start-tool.ts'
import { stopToolRun } from '#server/features/tools/stop-tool-run.ts'
import { toolKind } from '#server/features/tools/tool-kind.ts'
import { readOwnFile, readOwnLink } from '#server/features/tools/own-material.ts'
import { previewFiles, requireOwnFiles } from '#server/features/tools/source.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { cancelRun } from '#server/runs/cancel-run.ts'
import { readRunOf } from '#server/runs/run-row.ts'
import { AppError } from '#shared/errors.ts'
import { writeSection, readSection } from '#shared/outline.ts'
import {
  editSchema,
  linksSchema,
  toolFiles,
  toolSchemas,
  type ToolFile,
  type ToolForms,
} from '#shared/tools-form.ts'
import {
  findToolFileProblem,
  outlineLimits,
  toolFilesMax,
  toolsWithOutline,
  writingTools,
  type WritingTool,
} from '#shared/tools.ts'
import { readId, readMemberRequest, runBody } from './member-request.ts'
import { parseFields } from './request-body.ts'
import { accessTokenOf } from './require-member.ts'
import { streamNewRun, streamRunOf } from './run-stream.ts'

const outline = z
  .array(z.string().max(outlineLimits.section, 'invalid'), 'invalid')
  .min(1, 'required')
  .max(outlineLimits.sectionsMax, 'invalid')
  .transform((entries) => entries.map((entry) => writeSection(readSection(entry))))
  .refine((entries) => entries.every((entry) => isHeading(readSection(entry).heading)), 'invalid')
const isHeading = (heading: string) => heading !== '' && heading.length <= outlineLimits.heading

const againBody = z.strictObject({
  mode: z.enum(['continue', 'regenerate'], 'choose'),
  /** The outline with the member's changes. */
  outline: outline.optional(),
  /** Whether the text gets pictures now. */
  pictures: z.boolean('invalid').optional(),
})

const pictureBody = z.strictObject({
  slide: z.strictObject({ number: z.int('invalid').min(0, 'invalid'), heading: z.string() }).optional(),
})

export function aiRoutes(deps: Dependencies): Hono {
  const app = new Hono()
  for (const tool of writingTools) app.post(`/tool/${tool}`, (c) => writeNew(c, deps, tool))
  return app
    .post('/tool/run/:id/again', async (c) => {
      const request = await readMemberRequest(c, deps)
      const { member, fields: body } = request
      const { files: named, left_out: leftOut, ...fields } = body
      const { mode, outline: changed, pictures = null } = parseFields(againBody, fields)
      const files = named === undefined ? null : await readFiles(c, deps, named, filesMaxOfAnyTool)
      const language = requestLanguage(c.req.raw)
      const id = readId(c.req.param('id'))
      return streamNewRun(deps, toolKind, request, () =>
        startToolAgain(deps, {
          member,
          id,
          mode,
          outline: changed,
          files,
          leftOut: leftOut === undefined ? null : readLeftOut(leftOut),
          pictures,
          language,
        }),
      )
    })
    .post('/tool/run/:id/picture', async (c) => {
      const request = await readMemberRequest(c, deps)
      const { member, fields } = request
      const { slide } = parseFields(pictureBody, fields)
      const language = requestLanguage(c.req.raw)
      const id = readId(c.req.param('id'))
      return streamNewRun(deps, toolKind, request, () =>
        startPicture(deps, { memberId: member.id, id, slide, language }),
      )
    })
    .post('/tool/links', async (c) => {
      const { member, fields } = await readMemberRequest(c, deps)
      const { urls } = parseFields(linksSchema, fields)
      requirePlanForLinks(urls, member)
      const signal = c.req.raw.signal
      const language = requestLanguage(c.req.raw)
      return c.json({ result: await previewLinks(deps, urls, { memberId: member.id, signal, language }) })
    })
    .post('/tool/files', async (c) => {
      const { member, fields } = await readMemberRequest(c, deps)
      const files = await readFiles(c, deps, fields.files, filesMaxOfAnyTool)
      const signal = c.req.raw.signal
      const language = requestLanguage(c.req.raw)
      return c.json({ result: await previewFiles(deps, files, { memberId: member.id, signal, language }) })
    })
    .post('/tool/own/file', async (c) => {
      const { member, fields } = await readMemberRequest(c, deps)
      const [file] = await readFiles(c, deps, fields.files, 1)
      if (!file) throw new AppError('invalid_field', { field: 'files', detail: { rule: 'required' } })
      return c.json({
        result: await readOwnFile(deps, file, { memberId: member.id, signal: c.req.raw.signal }),
      })
    })
    .post('/tool/own/link', async (c) => {
      const { member, fields } = await readMemberRequest(c, deps)
      const { urls } = parseFields(linksSchema, fields)
      requirePlanForLinks(urls, member)
      const signal = c.req.raw.signal
      return c.json({ result: await readOwnLink(deps, urls[0]!, { memberId: member.id, signal }) })
    })
    .post('/tool/edit', async (c) => {
      const request = await readMemberRequest(c, deps)
      const { member, fields } = request
      const form = parseFields(editSchema, fields)
      // The passage is the member's own text and may contain links.
      requirePlanForLinks(form.instruction, member)
      const language = requestLanguage(c.req.raw)
      return streamNewRun(deps, editKind, request, () =>
        startEdit(deps, { memberId: member.id, form, language }),
      )
    })
    .get('/tool/edit/:id/events', (c) => streamRunOf(c, deps, editKind))
    .post('/tool/edit/stop', async (c) => {
      const { member, fields } = await readMemberRequest(c, deps)
      const { id } = parseFields(runBody, fields)
      const of = { kind: editKind.name, subjectId: id, memberId: member.id }
      await cancelRun(deps, await readRunOf(deps.database, of))
      return c.json({ result: { id } })
    })
    .post('/tool/stop', async (c) => {
      const { member, fields } = await readMemberRequest(c, deps)
      const { id } = parseFields(runBody, fields)
      return c.json({ result: await stopToolRun(deps, { memberId: member.id, textId: id }) })
    })
    .get('/tool/run/:id/events', (c) => streamRunOf(c, deps, toolKind))
}

/** `outline_first` ends the run after its outline, for tools that have one. */
async function writeNew(c: Context, deps: Dependencies, tool: WritingTool): Promise<Response> {
  const request = await readMemberRequest(c, deps)
  const { member, fields: body } = request
  const { outline_first: isOutlineOnly = false, files: named = [], left_out: left = [], ...fields } = body
  if (typeof isOutlineOnly !== 'boolean' || (isOutlineOnly && !toolsWithOutline.includes(tool)))
    throw new AppError('invalid_field', { field: 'outline_first', detail: { rule: 'invalid' } })
  const form = parseFields(toolSchemas[tool] as z.ZodType<ToolForms[WritingTool]>, fields)
  const files = await readFiles(c, deps, named, toolFilesMax[tool])
  const language = requestLanguage(c.req.raw)
  const leftOut = readLeftOut(left)
  return streamNewRun(deps, toolKind, request, () =>
    startTool(deps, { tool, member, form, files, leftOut, language, isOutlineOnly }),
  )
}

function readLeftOut(value: unknown): string[] {
  if (!isLeftOut(value))
    throw new AppError('invalid_field', { field: 'left_out', detail: { rule: 'invalid' } })
  return value
}

const filesMaxOfAnyTool = Math.max(...Object.values(toolFilesMax))

/** @throws AppError too_many_files, invalid_field, file_gone; all on field `files` */
async function readFiles(
  c: Context,
  deps: Dependencies,
  value: unknown,
  filesMax: number,
): Promise<ToolFile[]> {
  if (Array.isArray(value) && value.length > filesMax)
    throw new AppError('too_many_files', { field: 'files', detail: { count: filesMax } })
  const files = toolFiles(filesMax).safeParse(value)
  if (!files.success) throw new AppError('invalid_field', { field: 'files', detail: { rule: 'invalid' } })
  for (const file of files.data) {
    const problem = findToolFileProblem({ name: file.name, size: 0 })
    if (problem) throw new AppError(problem, { field: 'files', detail: { name: file.name } })
  }
  await requireOwnFiles(deps, files.data, accessTokenOf(c))
  return files.data
}
