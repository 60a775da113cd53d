// What we tell the model when it writes a cover letter: one call for each question, and one more for an answer that came out too long.
import type { CoverLetterForm } from '#shared/tools-form.ts'
import { composePrompt, type Material, type Prompt } from './prompt-parts.ts'

export type CoverLetterMaterial = Material<CoverLetterForm>

export function answerPrompt(
  material: CoverLetterMaterial,
  input: { question: string; characters: number; answered: string },
): Prompt {
  return compose(
    material,
    'You help applicants say what they have done so that it answers what was asked. You never make them better than they are.',
    [
      'Answer the question in the part "question" as the applicant, in the first person.',
      `About ${input.characters} characters, never more: the form cuts off what is longer.`,
      'The first sentence answers the question. Then one or two experiences from the part "career" or "introduce", told concretely: the situation, what the applicant did, what came of it. The end ties it to the duty in the part "duty".',
      'Only experiences, places, numbers and results that the material holds. If it holds none that fit, write about the attitude it shows, without inventing an event.',
      'Plain paragraphs: no heading, no list, no Markdown, no greeting, the question is not repeated.',
      'No phrases that every applicant uses ("since childhood", "passionate", "sincere"), no proverbs.',
      ...(input.answered
        ? [
            'The part "answered" holds the answers before this one: use other experiences, or other sides of them.',
          ]
        : []),
    ],
    [
      ['question', input.question],
      ['answered', input.answered],
    ],
  )
}

/** Makes an answer shorter by meaning: what matters least goes, nothing is broken off. */
export function fitPrompt(
  material: CoverLetterMaterial,
  input: { question: string; answer: string; characters: number },
): Prompt {
  return compose(
    material,
    'You shorten texts without loss of what they are there to say.',
    [
      `Shorten the part "answer" to at most ${input.characters} characters, and to little less than that.`,
      'It answers the question in the part "question". Leave out what matters least for it: repetitions, commonplaces, side remarks, then minor details. Keep every figure and name that the main point rests on, and the order of the text.',
      'Whole sentences to the end, the same tone and person. Plain paragraphs: no heading, no list, no Markdown, no remark about the task.',
    ],
    [
      ['question', input.question],
      ['answer', input.answer],
    ],
  )
}

function compose(
  material: CoverLetterMaterial,
  role: string,
  task: string[],
  work: [string, string][],
): Prompt {
  const { introduce, career, duty, target, tone } = material.form
  return composePrompt(material, {
    role,
    task: target
      ? [
          ...task,
          'The application goes to the place in the part "reader": show why there, from the material.',
        ]
      : task,
    parts: [
      ['introduce', introduce],
      ['career', career],
      ['duty', duty],
      ...(target ? [['reader', target] as [string, string]] : []),
      ...work,
    ],
    tone,
    reader: null,
  })
}
