// Accepts a request for a new text or another attempt, and starts its run.
import type { HandedOverRun } from '#server/runs/execute-run.ts'
import type { LiveRun } from '#server/runs/run-registry.ts'
import type { Database } from '#server/adapters/database.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { joinTexts } from '#shared/characters.ts'
import { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import { findLinks, linkingTexts } from '#shared/links.ts'
import { isPaidPlan, type PlanType } from '#shared/payments.ts'
import { readFeed } from '#shared/sections.ts'
import type { ToolFile, ToolForms } from '#shared/tools-form.ts'
import {
  toolFilesMax,
  toolsWithOutline,
  type ReadSource,
  type Tone,
  type ToolStage,
  type WritingTool,
} from '#shared/tools.ts'
import { countImages, estimateTool, wantsResearch, type PricedForm } from '#shared/tool-prices.ts'
import { leftOutOfRequest, linksOfForm, readLinkSources, requireFewLinks } from './links.ts'
import { makePicture } from './make-picture.ts'
import { draftOfText, findWritten, requireOwnText } from './own-text.ts'
import type { PromptInput } from './prompt-sections.ts'
import { noteAttachments } from './attachments.ts'
import { research } from './research.ts'
import { charactersOfEach, filesOfRequest, readFileSources, type FileSource, type Source } from './source.ts'
import { emptyDraft, type ToolDraft } from './tool-draft.ts'
import { tools } from './tool-map.ts'
import { estimatedForm, readForm, sizesOf, stagesOf } from './tool-plan.ts'
import type { ToolRunInput, ToolRunState } from './tool-kind.ts'
import { resumeToolRun, startToolRun, type ToolOrder } from './tool-run.ts'
import { createWriter } from './writer.ts'

type Member = { id: string; plan: PlanType }

type Request = {
  member: Member
  /** Already checked as the member's own. */
  files: ToolFile[]
  /** Links in the form that the member excluded. */
  leftOut: string[]
  /** The language of the member's page: of error messages and of advice. */
  language: Language
}

export type ToolRequest<Name extends WritingTool = WritingTool> = Request & {
  tool: Name
  form: ToolForms[Name]
  /** Ends the run after the outline, as stopped. A later run continues with the member's outline. */
  isOutlineOnly?: boolean
}

/**
 * @throws AppError plan_required, invalid_field, too_many_files, errors of reading files, and those of `startToolRun`
 */
export function startTool<Name extends WritingTool>(
  deps: Dependencies,
  request: ToolRequest<Name>,
): Promise<LiveRun> {
  return start(deps, request, null)
}

/**
 * Writes an earlier text again from its own request, or continues it. The earlier state is saved as a version.
 * @throws AppError not_found for other members' texts, not_running to continue a complete text; and those of
 * `startTool`
 */
export async function startToolAgain(
  deps: Dependencies,
  request: Omit<Request, 'files' | 'leftOut'> & {
    id: number
    mode: 'continue' | 'regenerate'
    outline?: string[] | undefined
    /** Null for the earlier ones. */
    files: ToolFile[] | null
    leftOut: string[] | null
    /** Whether the text gets pictures, for tools that make some; null for the earlier choice. */
    pictures: boolean | null
  },
): Promise<LiveRun> {
  const text = await requireOwnText(deps.database, { id: request.id, memberId: request.member.id })
  if (request.mode === 'continue' && text.status === 'done') throw new AppError('not_running')
  if (request.outline && !toolsWithOutline.includes(text.tool))
    throw new AppError('invalid_field', { field: 'outline', detail: { rule: 'invalid' } })
  const form = readForm(text.tool, withPictures(text.tool, text.request, request.pictures))
  if (!form) throw new AppError('missing_request_info')
  const savedDraft: ToolDraft =
    request.mode === 'regenerate'
      ? // Its picture still fits, and a new one has a request of its own.
        { ...emptyDraft(), thumbnail: text.thumbnail }
      : {
          ...draftOfText(text),
          stage: (text.stage ?? 'request') as ToolStage,
          tags: [],
          written: await findWritten(deps.database, text, request.member.id),
        }
  if (request.outline) savedDraft.outline = request.outline
  const files = request.files ?? filesOfRequest(text.request)
  const leftOut = request.leftOut ?? leftOutOfRequest(text.request)
  const again = { id: request.id, savedDraft, read: text.sources }
  return start(deps, { ...request, tool: text.tool, form, files, leftOut }, again)
}

const pictureFields = { article: 'thumbnail', 'instagram-feed': 'image' } as const

function withPictures(tool: WritingTool, request: unknown, wanted: boolean | null): unknown {
  if (wanted === null || !(tool in pictureFields)) return request
  return { ...(request as object), [pictureFields[tool as keyof typeof pictureFields]]: wanted }
}

async function start<Name extends WritingTool>(
  deps: Dependencies,
  request: ToolRequest<Name>,
  again: Begun | null,
): Promise<LiveRun> {
  const { tool, form, files, leftOut, member } = request
  if (files.length > toolFilesMax[tool])
    throw new AppError('too_many_files', { field: 'files', detail: { count: toolFilesMax[tool] } })
  requirePlanForLinks(linkingTexts(form), member)
  const links = linksOfForm(form, leftOut)
  requireFewLinks(links)
  // Before the run, because the content of files decides the hold, and no queue position is taken while they are read.
  const read = await readFileSources(deps, files, {
    memberId: member.id,
    charactersMax: charactersOfEach(files.length + links.length),
    signal: endsAfter(readingMs),
  })
  return startToolRun(deps, await describeOrder(deps, request, again, { read, resumedAt: null }))
}

/** Less than an Idempotency-Key stays open. Files that were read by then are cached for the next attempt. */
const readingMs = 90_000

function endsAfter(ms: number): AbortSignal {
  const ending = new AbortController()
  const end = () => ending.abort(new AppError('reader_busy', { field: 'files' }))
  setTimeout(end, ms).unref()
  return ending.signal
}

/**
 * Continues a text that another process left unfinished, from its stored state.
 * @throws AppError not_found, missing_request_info when its request is gone
 */
export async function resumeTool(
  deps: Dependencies,
  left: HandedOverRun<ToolRunInput, ToolRunState>,
): Promise<LiveRun> {
  const { row, state } = left
  const text = await requireOwnText(deps.database, { id: row.subject_id, memberId: row.member_id })
  const form = readForm(text.tool, text.request)
  if (!form) throw new AppError('missing_request_info')
  const request = {
    tool: text.tool,
    form,
    member: { id: row.member_id },
    files: filesOfRequest(text.request),
    leftOut: leftOutOfRequest(text.request),
    language: row.input.language,
    isOutlineOnly: row.input.isOutlineOnly,
  }
  const begun = { id: row.subject_id, savedDraft: state.draft, read: state.draft.sources }
  const order = await describeOrder(deps, request, begun, { read: null, resumedAt: state.draft.stage })
  return resumeToolRun(deps, order, left)
}

/** The existing part of a text, and its sources. */
type Begun = { id: number; savedDraft: ToolDraft; read: ReadSource[] }

/** @param resumedAt the stage in which another process left the run, which then reads its files again */
async function describeOrder<Name extends WritingTool>(
  deps: Dependencies,
  request: Omit<ToolRequest<Name>, 'member'> & { member: { id: string } },
  again: Begun | null,
  { read, resumedAt }: { read: FileSource[] | null; resumedAt: ToolStage | null },
): Promise<ToolOrder> {
  const { tool, form, files, leftOut, member } = request
  const plan = tools[tool]
  const links = linksOfForm(form, leftOut)
  const sourcesCount = files.length + links.length
  const sizes = sizesOf({ files, links }, [
    ...(read ?? []).map(({ summary }) => summary),
    ...(again?.read ?? []),
  ])
  const material: PromptInput<ToolForms[Name]> = {
    form,
    customTone: await findCustomTone(deps.database, member.id, form),
    sources: [],
    findings: again?.savedDraft.sources.filter(({ kind }) => kind === 'web') ?? [],
  }
  const priced = estimatedForm(tool, form)
  const stages = stagesOf(tool, {
    files: files.length > 0,
    links: links.length > 0,
    images: countImages(priced) > 0,
    research: wantsResearch(form, deps.search.kind),
  })
  const isOutlineOnly = (request.isOutlineOnly ?? false) && toolsWithOutline.includes(tool)
  return {
    memberId: member.id,
    tool,
    request: {
      ...form,
      ...(toolFilesMax[tool] > 0 ? { files } : {}),
      ...(leftOut.length > 0 ? { left_out: leftOut } : {}),
    },
    outputLanguage: form.language,
    language: request.language,
    ceiling: estimateTool(priced, sizes, deps.model.name, deps.search.kind).ceiling,
    images: isOutlineOnly ? 0 : missingImages(priced, again),
    stages,
    isOutlineOnly,
    again,
    async write(meter, emit, savedDraft, signal, pictures) {
      const reading = { memberId: member.id, charactersMax: charactersOfEach(sourcesCount), signal }
      // A continued run has already sent its sources.
      const isSent = ({ kind, name, url }: ReadSource) =>
        resumedAt !== null &&
        savedDraft.sources.some((other) => other.kind === kind && other.name === name && other.url === url)
      const take = (sources: Source[]) => {
        material.sources.push(...sources)
        for (const { summary } of sources)
          if (!isSent(summary))
            emit({ type: 'source', source: { ...summary, name: summary.name.replaceAll('\0', '') } })
      }
      const writer = createWriter({
        meter,
        emit,
        savedDraft,
        stages,
        textLanguage: form.language,
        resumedAt,
        read: {
          files: async () => {
            const sources = read ?? (await readFileSources(deps, files, reading))
            take(await noteAttachments(meter, { material, order: plan.order(form) }, sources, signal))
          },
          urls: async () => take(await readLinkSources(deps, links, reading)),
        },
        async research(outline) {
          const found = await research(deps, meter, {
            material,
            order: plan.order(form),
            outline,
            memberId: member.id,
            signal,
          })
          if (found.length === 0) throw new Error('Research found nothing.')
          material.findings.push(...found)
          for (const source of found) emit({ type: 'source', source })
        },
        findings: material.findings,
        isOutlineOnly,
        draw: (order) => makePicture(deps, pictures, { ...order, memberId: member.id, signal }),
        signal,
        language: request.language,
      })
      await writer.begin()
      await plan.write(writer, material)
      writer.save()
    },
  }
}

/** The number of requested pictures that are missing. */
function missingImages(form: PricedForm, again: { savedDraft: ToolDraft } | null): number {
  const wanted = countImages(form)
  if (!again) return wanted
  if (form.tool === 'article') return again.savedDraft.thumbnail ? 0 : wanted
  const { slides } = readFeed(again.savedDraft.content)
  return Math.max(0, wanted - slides.filter(({ picture }) => picture !== null).length)
}

export const toneOf = (form: object): Tone | undefined => ('tone' in form ? (form.tone as Tone) : undefined)

/** @throws AppError plan_required for a link anywhere in the member's text (T16) */
export function requirePlanForLinks(texts: unknown, member: Member): void {
  if (findLinks(joinTexts(texts)).length > 0 && !isPaidPlan(member.plan)) throw new AppError('plan_required')
}

/** The tone that was learned from the member's own posts, when the form asks for it; null for other tones. */
export async function findCustomTone(db: Database, memberId: string, form: object): Promise<string | null> {
  if (toneOf(form) !== 'custom') return null
  const tone = await db.selectFrom('user_tone').select('result').where('id', '=', memberId).executeTakeFirst()
  // The earlier tone stays valid while a new one is being learned.
  if (!tone?.result) throw new AppError('invalid_field', { field: 'tone', detail: { rule: 'choose' } })
  return tone.result
}
