// What we tell the model when it writes a cover letter: one call for each question, and more for an answer that misses its limit.
import type { CoverLetterForm } from '#shared/tools-form.ts'
import { composePrompt, type Material, type PromptSections, type Prompt } from './prompt-sections.ts'

export type CoverLetterMaterial = Material<CoverLetterForm>

/** What recruiters look for, and what they have read too often. */
const answerRules = [
  'First person, plain paragraphs with the line breaks that the answer needs: no heading, no list, no Markdown, no greeting. The question is not repeated, the name of the applicant does not appear.',
  'The answer can be handed in as it is. No experience, place, number, title or result in the first person that the order does not hold, and no bracket or example in its place: what was given (career, strengths, duty) carries the answer, told closely: what the work was like, what the applicant paid attention to and why, what they took from it. Motives, opinions, ways of working and plans are free. Formal, confident, flowing; never self-accusing.',
  'Nothing that every applicant writes: no childhood, no proverb, no "passion", "sincere", "귀사", "성실", "열정", "소통 능력", "준비된 인재", no promise to do one\'s best. Show the trait by what was done. A failure or weakness is one that an employer of this duty forgives (a slip of procedure, a wrong estimate), never dishonesty, money that was covered up, or carelessness with people; most of the answer is what was learned and changed. Use the words of the trade of the duty (for a bank 고객, not 손님).',
]

export function answerPrompt(
  material: CoverLetterMaterial,
  input: { question: string; characters: number; answered: string; others: string[] },
): Prompt {
  return compose(
    material,
    'You help applicants say what they have done so that it answers what was asked. You never make them better than they are.',
    [
      'Answer the question in the work "question" as the applicant.',
      `About ${input.characters} characters, spaces and line breaks counted, never more: the form cuts off what is longer, and a recruiter takes much less for lack of interest.`,
      'The first sentence answers the question. A question about an experience is told as one story of one occasion, as far as what was given and every such job or study hold it: the situation, the task, what the applicant did and why so (half of the answer), what came of it, what it is good for in this duty. A question about motives begins with what in their own work leads here, ties it to what this work is really about, and ends with how they will work there; no numbered reasons.',
      ...answerRules,
      ...(input.answered
        ? [
            'The work "answered" holds the answers before this one: no story of theirs is told again, not in other words either.',
          ]
        : []),
      ...(input.others.length > 0
        ? [
            'The work "questions to come" will be answered after this one: leave them the story that fits them better.',
          ]
        : []),
      ...placeRule(material),
    ],
    [
      ['question', input.question],
      ['answered', input.answered],
      ['questions to come', input.others.join('\n')],
    ],
  )
}

/** Makes an answer fit its limit by meaning: nothing is broken off, nothing is padded. */
export function fitPrompt(
  material: CoverLetterMaterial,
  input: { question: string; answer: string; characters: number; isTooLong: boolean },
): Prompt {
  return compose(
    material,
    'You bring texts to a length without loss of what they are there to say.',
    [
      input.isTooLong
        ? `Shorten the work "answer" to at most ${input.characters} characters, and to little less than that.`
        : `Lengthen the work "answer" to about ${input.characters} characters, and not beyond.`,
      input.isTooLong
        ? 'Leave out what matters least for the question: repetitions, commonplaces, side remarks, then minor details. Keep every figure and name that the main point rests on, and the order of the text.'
        : 'Tell the action more closely: the steps, the reasons, what was hard, how others reacted, what came of it. No summary, no promise, no second story.',
      'Whole sentences to the end, the same tone and person. Brackets stay where they are.',
      ...answerRules,
    ],
    [
      ['question', input.question],
      ['answer', input.answer],
    ],
  )
}

const placeRule = ({ form: { target } }: CoverLetterMaterial): string[] =>
  target
    ? [
        'The application goes to the place in "employer": say why there and nowhere else, with what is commonly known of it or was given.',
      ]
    : []

/** The order as it goes into every call about the text. */
export const coverLetterOrder = ({
  introduce,
  career,
  duty,
  target,
  instructions,
}: CoverLetterForm): PromptSections => [
  ['introduce', introduce],
  ['career', career],
  ['duty', duty],
  ['employer', target],
  ['instructions', instructions],
]

const compose = (material: CoverLetterMaterial, role: string, task: string[], work: PromptSections): Prompt =>
  composePrompt(material, {
    role,
    task,
    order: coverLetterOrder(material.form),
    work,
    tone: material.form.tone,
  })
