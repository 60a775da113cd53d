// Makes one picture of an existing text again: the one above it, or that of a slide. It is a run like any other; the
// state before is saved as a version.
import type { LiveRun } from '#server/runs/run-registry.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import { readFeed } from '#shared/sections.ts'
import type { ToolForms } from '#shared/tools-form.ts'
import type { WritingTool } from '#shared/tools.ts'
import { estimatePicture } from '#shared/edit-prices.ts'
import { requireOwnText } from './own-text.ts'
import { requireAtRest, startPart } from './start-part.ts'
import { readForm } from './tool-plan.ts'
import { makeSlidePictures, makeThumbnail } from './tool-pictures.ts'
import type { Writer } from './writer.ts'

export type PictureRequest = {
  memberId: string
  id: number
  /** For a feed: the slide, from 0, and its headline as the member saw it. */
  slide?: { number: number; heading: string } | undefined
  /** The language of error messages during the run. */
  language: Language
}

/**
 * @throws AppError not_found for other members' texts and missing slides, edit_conflict for another headline,
 * write_first for unfinished texts, invalid_field for tools without pictures; and those of `startToolRun`
 */
export async function startPicture(deps: Dependencies, request: PictureRequest): Promise<LiveRun> {
  const { memberId, slide } = request
  const text = await requireOwnText(deps.database, request)
  requireAtRest(text)
  const { tool, content } = text
  if (text.status !== 'done' || !content.trim()) throw new AppError('write_first')
  requireSlide(tool, content, slide)
  const form = readForm(tool, text.request)
  if (!form) throw new AppError('missing_request_info')
  const work = { slide: slide?.number, title: text.title ?? '', form }
  return startPart(deps, text, {
    memberId,
    language: request.language,
    material: { form, customTone: null, sources: [], findings: [] },
    ceiling: estimatePicture({ text: content, wishes: form.instructions }, deps.model.name).ceiling,
    images: 1,
    work: (writer) => makeOne(writer, work),
  })
}

function makeOne(
  writer: Writer,
  { slide, ...work }: { slide: number | undefined; title: string; form: ToolForms[WritingTool] },
): Promise<void> {
  return slide === undefined
    ? makeThumbnail(writer, work)
    : makeSlidePictures(writer, { slides: [slide], form: work.form })
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
