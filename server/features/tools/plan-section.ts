// Rewrites one section of a text, or fits one answer to its limit. The text before is saved as a version.
import { StoppedShort, type LiveRun } from '#server/runs/run-registry.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import type { PlanType } from '#shared/payments.ts'
import {
  asParagraphs,
  findPictures,
  findToolSections,
  readSlide,
  sectionBody,
  withoutPictures,
  type TextSection,
} from '#shared/sections.ts'
import type { CoverLetterForm, ToolForms } from '#shared/tools-form.ts'
import type { WritingTool } from '#shared/tools.ts'
import { targetLength, type TextLength } from '#shared/text-length.ts'
import { estimateSection } from '#shared/tool-prices.ts'
import { citedIn } from './citations.ts'
import { fitAnswer, type Question } from './cover-letter.ts'
import { requireOwnText } from './own-text.ts'
import type { PromptInput } from './prompt-sections.ts'
import { sectionPrompt } from './section-prompts.ts'
import { requireAtRest, startPart } from './start-part.ts'
import { documentTone } from './document-prompts.ts'
import { findCustomTone, requirePlanForLinks, toneOf } from './start-tool.ts'
import { formOfText, orderOf } from './tool-plan.ts'
import type { Writer } from './writer.ts'

export type SectionRequest = {
  member: { id: string; plan: PlanType }
  id: number
  /** Number of the section in the text, from 0, and its heading: both must be as the member saw them. */
  section: number
  heading: string
  mode: 'rewrite' | 'fit'
  instruction: string
  /** The language of error messages during the run. */
  language: Language
}

/**
 * @throws AppError not_found for other members' texts and missing sections, edit_conflict for another heading,
 * invalid_field to fit an answer without a limit; and those of `startToolRun`
 */
export async function startSection(deps: Dependencies, request: SectionRequest): Promise<LiveRun> {
  const { member } = request
  const text = await requireOwnText(deps.database, { id: request.id, memberId: member.id })
  requireAtRest(text)
  const { tool, content } = text
  const section = findToolSections(tool, content)[request.section]
  if (!section) throw new AppError('not_found')
  if (section.heading !== request.heading) throw new AppError('edit_conflict')
  const form = formOfText(text)
  const limit =
    tool === 'cover-letter' ? ((form as CoverLetterForm).questions[request.section] ?? null) : null
  if (request.mode === 'fit' && !limit)
    throw new AppError('invalid_field', { field: 'mode', detail: { rule: 'choose' } })
  requirePlanForLinks(request.instruction, member)
  const whole = sectionBody(content, section)
  // Only the words of a slide are rewritten; its picture stays.
  const { text: body, picture } =
    tool === 'instagram-feed'
      ? { text: readSlide(whole).text, picture: findPictures(whole).join('\n\n') || null }
      : { text: whole, picture: null }
  const material: PromptInput<ToolForms[WritingTool]> = {
    form,
    customTone: await findCustomTone(deps.database, member.id, form),
    sources: [],
    findings: citedIn(whole, text.sources),
  }
  const work: SectionWork = { ...request, section, tool, material, content, body, picture, limit }
  const priced = { text: content, section: body, instruction: request.instruction }
  return startPart(deps, text, {
    memberId: member.id,
    language: request.language,
    material,
    stage: 'text',
    ceiling: estimateSection(priced, deps.model.name).ceiling,
    images: 0,
    work: (writer) => writeSection(writer, work),
  })
}

type SectionWork = Omit<SectionRequest, 'section'> & {
  tool: WritingTool
  material: PromptInput<ToolForms[WritingTool]>
  content: string
  section: TextSection
  body: string
  /** For a slide. */
  picture: string | null
  /** For a cover letter's answer. */
  limit: Question | null
}

async function writeSection(writer: Writer, work: SectionWork): Promise<void> {
  const { material, limit, body } = work
  if (work.mode === 'fit') {
    const fitting = await fitAnswer(writer, material as PromptInput<CoverLetterForm>, {
      ...limit!,
      answer: body,
    })
    replaceBody(writer, work, fitting)
    return
  }
  const characters = charactersOf(work) * longerAtMost
  // An answer and a slide are checked as a whole; everything else streams.
  if (work.tool !== 'cover-letter' && work.tool !== 'instagram-feed') {
    const streamed = streamBody(writer, work)
    const reason = await writer.streamText(promptOf(work), { characters }, streamed.add)
    streamed.end()
    if (reason === 'length') throw unfinished()
    return
  }
  let text = ''
  const reason = await writer.streamText(promptOf(work), { characters }, (delta) => (text += delta))
  if (!text.trim()) throw new AppError('model_refused')
  // Half an answer is useless, so the earlier one stays.
  if (reason === 'length') throw unfinished()
  const answer = asParagraphs(text)
  replaceBody(
    writer,
    work,
    limit ? await fitAnswer(writer, material as PromptInput<CoverLetterForm>, { ...limit, answer }) : answer,
  )
}

const unfinished = () => new StoppedShort(new AppError('text_unfinished'))

const rewrittenCharactersMin = 120
/** The maximum growth of a section on request. */
const longerAtMost = 3

const charactersOf = ({ body }: SectionWork): number =>
  Math.max(rewrittenCharactersMin, Array.from(body).length)

function promptOf(work: SectionWork) {
  const { tool, material, content, section, body, instruction } = work
  const { form } = material
  return sectionPrompt(material, {
    text: tool === 'instagram-feed' ? withoutPictures(content) : content,
    heading: section.heading,
    section: body,
    characters: charactersOf(work),
    instruction,
    length: orderedLength(tool, form),
    tone: toneOf(form) ?? (tool === 'document' ? documentTone(form.language) : 'report'),
    order: orderOf(tool, form),
  })
}

/** Slides have their own length, which is not that of the caption, and answers their limits. */
function orderedLength(tool: WritingTool, form: ToolForms[WritingTool]): TextLength | null {
  if (tool === 'cover-letter' || tool === 'instagram-feed') return null
  const length = targetLength(tool, form)
  return length.isOrdered ? length : null
}

const tailOf = ({ content, section }: SectionWork): string => (section.end < content.length ? '\n\n' : '')

function replaceBody(writer: Writer, work: SectionWork, text: string): void {
  const body = work.picture === null ? text : `${work.picture}\n\n${text}`
  writer.splice(work.section.bodyStart, work.section.end, `\n${body}${tailOf(work)}`)
}

/** Readers parse the text again at each delta, so deltas have this many characters. */
const stepCharacters = 80

/** The first delta of the new body replaces the old one. `end` throws AppError model_refused when none arrived. */
function streamBody(writer: Writer, work: SectionWork): { add(delta: string): void; end(): void } {
  let position = -1
  let pending = ''
  // White space waits for the next text, because it must not end the section.
  const send = () => {
    const text = position < 0 ? pending.trim() : pending.trimEnd()
    if (!text) return
    const spaceAfter = pending.slice(pending.trimEnd().length)
    if (position < 0) {
      replaceBody(writer, work, text)
      position = work.section.bodyStart + 1
    } else writer.splice(position, position, text)
    position += text.length
    pending = spaceAfter
  }
  return {
    add(delta) {
      pending += delta
      if (pending.length >= stepCharacters) send()
    },
    end() {
      send()
      if (position < 0) throw new AppError('model_refused')
    },
  }
}
