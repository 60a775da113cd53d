import { cutToFit, measureText, type TextUnit } from '#shared/measure.ts'
import { plainAnswer } from '#shared/rendered-text.ts'
import { asParagraphs, findSections, sectionBody } from '#shared/sections.ts'
import type { CoverLetterForm } from '#shared/tools-form.ts'
import { answerCharacters } from '#shared/tool-prices.ts'
import { estimateTokens } from '#shared/usage.ts'
import { listAssumptions } from './assumptions.ts'
import { chooseDraft, ideasRules, withoutIdeas } from './choose-draft.ts'
import {
  answerPrompt,
  coverLetterOrder,
  fitPrompt,
  letterRevision,
  type CoverLetterPromptInput,
} from './cover-letter-prompts.ts'
import { withPastedOrLinked } from './source.ts'
import type { Tool } from './tool.ts'
import type { Writer } from './writer.ts'

export type Question = { question: string; limit: number; unit: TextUnit }

/**
 * A cover letter: one answer for each question, all of them written twice and the better ones taken, each made to fit
 * its own limit.
 */
export const coverLetter: Tool<CoverLetterForm> = {
  stages: ['text'],
  order: coverLetterOrder,
  async write(writer, given) {
    const { form } = given
    const material = withPastedOrLinked(given, 'the job posting', form.posting)
    writer.nameIt([form.target, form.duty].filter(Boolean).join(' · '))
    await writer.stage('text', async () => {
      if (writer.isTextDone) return
      if (!writer.isDrafted()) await writeAnswers(writer, material)
      await chooseDraft(writer, material, letterRevision(material), () => otherAnswers(writer, material))
      await fitAnswers(writer, material, form.questions.length)
      await listAssumptions(writer, material, coverLetterOrder(form))
    })
  },
}

async function writeAnswers(writer: Writer, material: CoverLetterPromptInput): Promise<void> {
  const { questions } = material.form
  const done = dropUnfinished(writer)
  for (const [index, question] of questions.entries())
    if (index >= done) {
      try {
        await answer(writer, material, question, questionsAfter(questions, index))
      } catch (error) {
        if (index === 0) throw error
        // Finished answers are useful, so they stay and are charged when a later one fails.
        await fitAnswers(writer, material, index)
        writer.stopShort(error)
      }
    }
  writer.mark('draft')
}

/** A cut answer starts over, because it must fit its limit as a whole. @returns the number of finished answers */
function dropUnfinished(writer: Writer): number {
  const sections = findSections(writer.content())
  const last = sections.at(-1)
  if (!last || isWholeSentence(writer.content())) return sections.length
  writer.splice(last.start, last.end, '')
  return sections.length - 1
}

const isWholeSentence = (text: string): boolean => /[.!?…。！？"”’)\]]\s*$/.test(text)

/** Fits the first answers of the letter to their limits. */
async function fitAnswers(writer: Writer, material: CoverLetterPromptInput, count: number): Promise<void> {
  for (const [index, question] of material.form.questions.slice(0, count).entries())
    await fit(writer, material, { ...question, index })
}

async function answer(
  writer: Writer,
  material: CoverLetterPromptInput,
  question: Question,
  others: string[],
): Promise<void> {
  const { prompt, characters } = answerCall(material, question, { answered: writer.content().trim(), others })
  writer.append(`${writer.content() ? '\n\n' : ''}## ${question.question}\n\n`)
  const start = writer.content().length
  await writer.write(prompt, { length: { characters }, begun: '' })
  const written = writer.content().slice(start)
  writer.splice(start, start + written.length, asParagraphs(written))
}

/** @param given the text of the answers before this one, and the questions after it */
function answerCall(
  material: CoverLetterPromptInput,
  { question, ...limit }: Question,
  given: { answered: string; others: string[]; rules?: readonly string[] },
) {
  const characters = answerCharacters(material.form.language, limit)
  return { prompt: answerPrompt(material, { question, characters, ...given }), characters }
}

/** The letter once more, as far as its answers can be written. @returns null when none could */
async function otherAnswers(writer: Writer, material: CoverLetterPromptInput): Promise<string | null> {
  const { questions, language } = material.form
  const rules = ideasRules(language)
  let letter = ''
  for (const [index, question] of questions.entries()) {
    const others = questionsAfter(questions, index)
    const { prompt, characters } = answerCall(material, question, { answered: letter, others, rules })
    const written = withoutIdeas(await writer.optional(prompt, { characters, isExtra: true }))
    if (written === null) break
    letter = `${letter}\n\n## ${question.question}\n\n${asParagraphs(written)}`.trim()
  }
  return letter || null
}

const questionsAfter = (questions: readonly Question[], index: number): string[] =>
  questions.slice(index + 1).map(({ question }) => question)

async function fit(
  writer: Writer,
  material: CoverLetterPromptInput,
  { index, ...question }: Question & { index: number },
): Promise<void> {
  const content = writer.content()
  const section = findSections(content)[index]
  if (!section) return
  const written = sectionBody(content, section)
  const fitting = await fitAnswer(writer, material, { ...question, answer: asParagraphs(written) })
  if (fitting === written) return
  const start = content.indexOf(written, section.bodyStart)
  writer.splice(start, start + written.length, fitting)
}

const fitAttemptsMax = 2
/** Recruiters read a field that is filled to less than this share as lack of interest. */
const filledMin = 0.9
/** Forms send a line break as two characters, and some count it so: an answer leaves them a little room. */
const filledMax = 0.98
/** The targets of rewrites, as shares of the limit: models count badly, and worse upwards. */
const aims = [0.95, 0.92] as const

/**
 * Fits an answer to its limit and fills it: 90 to 98 % of it. A model rewrites it by meaning. Where a model fails or the
 * hold does not allow a rewrite, an answer over its limit is cut after a whole sentence. Line breaks count, as forms
 * count them.
 * @returns the answer unchanged when it fits
 */
export async function fitAnswer(
  writer: Pick<Writer, 'attempt' | 'streamText' | 'canAfford' | 'model'>,
  material: CoverLetterPromptInput,
  { answer: first, question, limit, unit }: Question & { answer: string },
): Promise<string> {
  const lengthOf = (text: string) => measureText(plainAnswer(text), unit)
  /** The distance of an answer from its range; over the limit always counts as worse than too short. */
  const distance = (text: string) =>
    lengthOf(text) > limit
      ? Infinity
      : Math.max(0, limit * filledMin - lengthOf(text), lengthOf(text) - limit * filledMax)
  let text = first
  for (const aim of aims.slice(0, fitAttemptsMax)) {
    if (distance(text) === 0) break
    const length = lengthOf(text)
    const isTooLong = length > limit * filledMax
    // In characters of this text, whatever unit the form uses.
    const characters = Math.floor(Array.from(text).length * ((limit * aim) / Math.max(length, 1)))
    const prompt = fitPrompt(material, { question, answer: text, characters, isTooLong })
    if (
      !writer.canAfford(prompt, estimateTokens(text, writer.model) * Math.max(1, limit / Math.max(length, 1)))
    )
      break
    let other = ''
    const reason = await writer.attempt('an answer was not made to fit', () =>
      writer.streamText(prompt, { characters }, (delta) => (other += delta)),
    )
    const rewritten = reason === 'complete' ? asParagraphs(other) : ''
    if (rewritten && (length > limit || distance(rewritten) < distance(text))) text = rewritten
  }
  return lengthOf(text) <= limit ? text : cutToFit(plainAnswer(text), limit, unit)
}
