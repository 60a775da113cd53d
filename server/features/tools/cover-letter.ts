import { cutToFit, measureText, plainAnswer, type TextUnit } from '#shared/measure.ts'
import { asParagraphs, findSections } from '#shared/sections.ts'
import type { CoverLetterForm } from '#shared/tools-form.ts'
import { answerCharacters, estimateTokens } from '#shared/usage.ts'
import { answerPrompt, fitPrompt, type CoverLetterMaterial } from './cover-letter-prompts.ts'
import type { Tool } from './tool.ts'
import type { Writer } from './writer.ts'

export type Question = { question: string; limit: number; unit: TextUnit }

/** A cover letter: one answer for each question, each within its own limit. */
export const coverLetter: Tool<CoverLetterForm> = {
  stages: ['text'],
  demo: ({ introduce, career, duty, target }) => ({
    topic: duty,
    information: [introduce, career].join('\n'),
    target,
  }),
  parts: ({ introduce, career, duty, target }) => [
    ['introduce', introduce],
    ['career', career],
    ['duty', duty],
    ['reader', target],
  ],
  async write(writer, material) {
    const { form } = material
    writer.nameIt([form.target, form.duty].filter(Boolean).join(' · '))
    await writer.stage('text', async () => {
      if (writer.isTextDone) return
      const done = dropUnfinished(writer)
      for (const [index, question] of form.questions.entries())
        if (index >= done)
          await answer(writer, material, question, {
            number: index + 1,
            after: form.questions.length - index - 1,
          })
    })
  },
}

/** An answer that broke off is begun anew: it has to fit as a whole. @returns how many are finished */
function dropUnfinished(writer: Writer): number {
  const sections = findSections(writer.content())
  const last = sections.at(-1)
  if (last) writer.splice(last.start, last.end, '')
  return Math.max(0, sections.length - 1)
}

async function answer(
  writer: Writer,
  material: CoverLetterMaterial,
  question: Question,
  { number, after }: { number: number; after: number },
): Promise<void> {
  const answered = writer.content().trim()
  const characters = answerCharacters(material.form.language, question)
  writer.append(`${writer.content() ? '\n\n' : ''}## ${question.question}\n\n`)
  const start = writer.content().length
  const prompt = answerPrompt(material, { question: question.question, characters, answered })
  const left = writer.left()
  await writer.write(prompt, {
    part: 'answer',
    begun: '',
    facts: { question: question.question, number: String(number), characters: String(characters) },
  })
  const written = writer.content().slice(start)
  // The questions after this one come first. Each costs somewhat more than the one before, whose answer it reads.
  const fitting = await fitAnswer(writer, material, {
    ...question,
    answer: asParagraphs(written),
    reserveTokens: Math.ceil((left - writer.left()) * after * reserveShare),
  })
  writer.splice(start, start + written.length, fitting)
}

const reserveShare = 1.5
const fitAttemptsMax = 2

/**
 * The answer within its limit: shortened by meaning, and cut after a whole sentence only when a model cannot do that or
 * what is held for the run does not allow it.
 * @returns the answer as it is when it fits
 */
export async function fitAnswer(
  writer: Pick<Writer, 'pieces' | 'demo' | 'canAfford'>,
  material: CoverLetterMaterial,
  {
    answer: first,
    question,
    limit,
    unit,
    reserveTokens = 0,
  }: Question & { answer: string; reserveTokens?: number },
): Promise<string> {
  const fits = (text: string) => measureText(plainAnswer(text), unit) <= limit
  let text = first
  for (let attempt = 1; attempt <= fitAttemptsMax && !fits(text); attempt++) {
    const length = measureText(plainAnswer(text), unit)
    // In characters of this very text, a little less than the limit: models count badly, and more badly upwards.
    const characters = Math.floor(Array.from(text).length * (limit / length) * (attempt === 1 ? 0.95 : 0.85))
    const prompt = fitPrompt(material, { question, answer: text, characters })
    if (!writer.canAfford(prompt, estimateTokens(text) + reserveTokens)) break
    const facts = writer.demo('fit', { written: text, characters: String(characters) })
    let shorter = ''
    await writer.pieces(prompt, { demo: facts, withFiles: false }, (piece) => (shorter += piece))
    if (shorter.trim()) text = asParagraphs(shorter)
  }
  return fits(text) ? text : cutToFit(plainAnswer(text), limit, unit)
}
