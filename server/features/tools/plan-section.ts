// Rewrites one section of a text, or fits one answer to its limit, as a command of the editor: its result is offered, and
// the text changes when the member takes it.
import { StoppedShort } from '#server/runs/run-registry.ts'
import type { Meter } from '#server/metering/meter.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import {
  asParagraphs,
  findPictures,
  findToolSections,
  readSlide,
  sectionBody,
  withoutPictures,
  type TextSection,
} from '#shared/sections.ts'
import type { CoverLetterForm, EditForm, ToolForms } from '#shared/tools-form.ts'
import type { SectionFeature } from '#shared/tools-edit.ts'
import type { WritingTool } from '#shared/tools.ts'
import { targetLength, type TextLength } from '#shared/text-length.ts'
import { estimateSection } from '#shared/edit-prices.ts'
import { citedIn } from './citations.ts'
import { fitAnswer, type Question } from './cover-letter.ts'
import { draftOfText, requireOwnText } from './own-text.ts'
import type { PromptInput } from './prompt-sections.ts'
import { sectionPrompt } from './section-prompts.ts'
import { requireAtRest } from './start-part.ts'
import { documentTone } from './document-prompts.ts'
import { findCustomTone, toneOf } from './start-tool.ts'
import { formOfText, orderOf } from './tool-plan.ts'
import { createWriter, type Writer } from './writer.ts'

export type SectionForm = EditForm & { feature: SectionFeature; section: NonNullable<EditForm['section']> }

/** What a rewrite may cost, in the member's tokens, and its work, which sends the new body in pieces. */
type SectionPlan = {
  ceiling: number
  write(meter: Meter, add: (text: string) => void, signal: AbortSignal): Promise<void>
}

/**
 * Reads the section as it is stored.
 * @throws AppError not_found for other members' texts and missing sections, edit_conflict for another heading,
 * invalid_field to fit an answer without a limit, request_in_progress while a run writes the text
 */
export async function planSection(
  deps: Dependencies,
  { memberId, form: asked, language }: { memberId: string; form: SectionForm; language: Language },
): Promise<SectionPlan> {
  const text = await requireOwnText(deps.database, { id: asked.id, memberId })
  requireAtRest(text)
  const { tool, content } = text
  const section = findToolSections(tool, content)[asked.section.number]
  if (!section) throw new AppError('not_found')
  if (section.heading !== asked.section.heading) throw new AppError('edit_conflict')
  const form = formOfText(text)
  const limit =
    tool === 'cover-letter' ? ((form as CoverLetterForm).questions[asked.section.number] ?? null) : null
  const mustFit = asked.feature === 'section-fit'
  if (mustFit && !limit) throw new AppError('invalid_field', { field: 'feature', detail: { rule: 'choose' } })
  const whole = sectionBody(content, section)
  // Only the words of a slide are rewritten; its picture stays.
  const { text: body, picture } =
    tool === 'instagram-feed'
      ? { text: readSlide(whole).text, picture: findPictures(whole).join('\n\n') || null }
      : { text: whole, picture: null }
  const material: PromptInput<ToolForms[WritingTool]> = {
    form,
    customTone: await findCustomTone(deps.database, memberId, form),
    sources: [],
    findings: citedIn(whole, text.sources),
  }
  const { instruction } = asked
  const work: SectionWork = { tool, material, content, section, body, picture, limit, mustFit, instruction }
  return {
    ceiling: estimateSection({ text: content, section: body, instruction }, deps.model.name).ceiling,
    write(meter, add, signal) {
      const writer = createWriter({
        resumedAt: null,
        meter,
        // The text stays as it is.
        emit: () => {},
        savedDraft: draftOfText(text),
        stages: [],
        textLanguage: form.language,
        read: { files: () => Promise.resolve(), urls: () => Promise.resolve() },
        research: () => Promise.resolve(),
        findings: material.findings,
        isOutlineOnly: false,
        draw: () => Promise.reject(new AppError('invalid_request')),
        signal,
        language,
      })
      return writeSection(writer, work, add)
    },
  }
}

type SectionWork = {
  tool: WritingTool
  material: PromptInput<ToolForms[WritingTool]>
  content: string
  section: TextSection
  body: string
  /** For a slide. */
  picture: string | null
  /** For a cover letter's answer. */
  limit: Question | null
  /** Whether the answer is only made to fit its limit. */
  mustFit: boolean
  instruction: string
}

/** @throws AppError model_refused when no text arrived; StoppedShort when it could not be completed */
async function writeSection(writer: Writer, work: SectionWork, add: (text: string) => void): Promise<void> {
  const { material, limit, body, tool } = work
  const fit = (answer: string) =>
    fitAnswer(writer, material as PromptInput<CoverLetterForm>, { ...limit!, answer })
  if (work.mustFit) return add(await fit(body))
  // An answer and a slide are checked as a whole; everything else streams.
  const isWhole = tool === 'cover-letter' || tool === 'instagram-feed'
  let text = ''
  const reason = await writer.streamText(
    promptOf(work),
    { characters: charactersOf(work) * longerAtMost },
    (delta) => {
      text += delta
      if (!isWhole) add(delta)
    },
  )
  if (!text.trim()) throw new AppError('model_refused')
  // Half an answer is useless.
  if (reason === 'length') throw unfinished()
  if (!isWhole) return
  const answer = asParagraphs(text)
  const fitting = limit ? await fit(answer) : answer
  add(work.picture === null ? fitting : `${work.picture}\n\n${fitting}`)
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
