// One picture made anew for a text that is there: the one above it, or that of a slide. A run like every other; the state before is kept as a version.
import type { LiveRun } from '#server/metering/run-keeper.ts'
import type { Parts } from '#server/parts.ts'
import { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import { readFeed } from '#shared/sections.ts'
import { isWritingTool, type OutputLanguage, type ToolStage } from '#shared/tools.ts'
import { estimatePicture } from '#shared/usage.ts'
import { makePicture } from './make-picture.ts'
import { demoFacts } from './start-tool.ts'
import { emptyDraft } from './tool-draft.ts'
import { readForm } from './tool-plan.ts'
import { makeSlidePictures, makeThumbnail } from './tool-pictures.ts'
import { startToolRun } from './tool-run.ts'
import { createWriter, type Writer } from './writer.ts'

const stages: ToolStage[] = ['request', 'user', 'parameters', 'images', 'saving', 'done']

export type PictureRequest = {
  memberId: string
  id: number
  /** Of a feed: the slide, from 0, and its headline as the person saw it. */
  slide?: { number: number; heading: string } | undefined
  /** Of the error words that go out while it runs. */
  language: Language
}

/**
 * @throws AppError not_found for texts of others and slides that there are not, edit_conflict when another headline stands there, write_first
 *   for texts that are not finished, invalid_field for tools without pictures; and those of `startToolRun`
 */
export async function startPicture(parts: Parts, request: PictureRequest): Promise<LiveRun> {
  const { memberId, id, slide } = request
  const row = await parts.database
    .selectFrom('tool_use')
    .select(['tool', 'request', 'status', 'outline', 'titles', 'title', 'content', 'tags', 'thumbnail'])
    .where('id', '=', id)
    .where('user_id', '=', memberId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row || !isWritingTool(row.tool)) throw new AppError('not_found')
  if (row.status === 'queued' || row.status === 'running')
    throw new AppError('request_in_progress', { detail: { run_id: id } })
  if (row.status !== 'done' || !row.content.trim()) throw new AppError('write_first')
  const { tool, content } = row
  requireSlide(tool, content, slide)
  const form = readForm(tool, row.request)
  if (!form) throw new AppError('missing_request_info')
  const work = { slide: slide?.number, title: row.title ?? '', language: form.language }
  return startToolRun(parts, {
    memberId,
    tool,
    request: row.request as object,
    outputLanguage: form.language,
    language: request.language,
    ceiling: estimatePicture(content, parts.model.name).ceiling,
    images: 1,
    stages,
    again: {
      id,
      partOf: 'done',
      kept: {
        ...emptyDraft(),
        outline: row.outline,
        titles: [...new Set([...(row.title ? [row.title] : []), ...row.titles])],
        content,
        tags: row.tags,
        thumbnail: row.thumbnail,
      },
    },
    async write(meter, emit, kept, signal, pictures) {
      const writer = createWriter({
        meter,
        emit,
        kept,
        stages,
        read: { files: () => Promise.resolve([]), urls: () => Promise.resolve() },
        isOutlineOnly: false,
        draw: (order) => makePicture(parts, pictures, { ...order, memberId, signal }),
        signal,
        language: request.language,
        demo: demoFacts(tool, { form, customTone: null, sources: [] }),
      })
      await writer.begin()
      await writer.stage('images', () => makeOne(writer, work))
      writer.save()
    },
  })
}

function makeOne(
  writer: Writer,
  { slide, ...work }: { slide: number | undefined; title: string; language: OutputLanguage },
): Promise<void> {
  return slide === undefined
    ? makeThumbnail(writer, work)
    : makeSlidePictures(writer, { slides: [slide], language: work.language })
}

function requireSlide(tool: string, content: string, slide: PictureRequest['slide']): void {
  const isFeed = tool === 'instagram-feed'
  if ((!isFeed && tool !== 'article') || isFeed !== (slide !== undefined))
    throw new AppError('invalid_field', { field: 'slide', detail: { rule: 'invalid' } })
  if (!slide) return
  const found = readFeed(content).slides[slide.number]
  if (!found) throw new AppError('not_found')
  if (found.heading !== slide.heading) throw new AppError('edit_conflict')
}
