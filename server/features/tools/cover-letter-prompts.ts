// Prompts for a cover letter: one call for each question, and more for an answer outside its limit.
import { answerCharacters } from '#shared/tool-prices.ts'
import type { CoverLetterForm } from '#shared/tools-form.ts'
import {
  composePrompt,
  taskIn,
  type PromptInput,
  type Prompt,
  type PromptSections,
  type Task,
} from './prompt-sections.ts'
import type { Revision } from './revise-text.ts'

export type CoverLetterPromptInput = PromptInput<CoverLetterForm>

/**
 * Qualities that recruiters look for, and phrases that they read too often. The given facts carry the answer, because
 * nothing is made up.
 */
const answerRules: Task = {
  role: '',
  korean: [
    '지원자 본인이 쓰는 글로, 필요한 곳에서만 줄을 바꾼 문단으로 써 줘. 소제목, 목록, 마크다운, 인사말은 없이. 질문을 되풀이하거나 이름을 적지 마.',
    '그대로 제출할 수 있게. 주문에 없는 경험, 회사, 숫자, 직책, 성과를 지어내지 말고, 그 자리를 대괄호나 예시로 채우지도 마. 받은 것(성격과 강점, 학력, 경력)은 어느 답에든 빠짐없이, 적어 준 말을 살려 넣고, 가까이 들여다보듯 써: 그 일이 실제로 어떤 일인지, 무엇을 왜 신경 썼는지, 무엇을 배웠는지. 동기와 생각, 일하는 방식, 계획은 자유롭게. 능력은 말하지 말고 보여 줘: 그 일에서 늘 다루는 것을 골라 (수업이라면 개념 하나와 설명하는 순서, 가게라면 붐비는 시간의 순서) 평소 어떻게 하는지를 두세 문장으로. 주문에 없는 특정한 날의 사건으로 쓰지는 마: 면접에서 물으면 답할 수 없어. 자신 있게, 자책하지 않고.',
    '누구나 쓰는 말은 빼: 어린 시절, 속담, 열정, 성실, 소통 능력, 준비된 인재, 최선을 다하겠다는 다짐. 강점은 한 일로 보여 주고, 실패나 약점은 그 직무에서 용서받을 만한 것으로, 배운 점과 달라진 점을 더 길게. 그 분야에서 쓰는 말로 써.',
  ],
  other: [
    "Write as the applicant, in plain paragraphs: no headings, no lists, no Markdown, no greeting. Do not repeat the question or give the applicant's name.",
    "The answer has to be ready to submit. Never invent experience, employers, numbers, titles or results that the order does not contain, and do not put a bracket or an example in their place. Use everything that was given (traits in the applicant's own words, education, career) somewhere in the answers, and look at it closely: what the work was really like, what the applicant paid attention to and why, what they learned. Motives, opinions, working style and plans are yours to write. Skill is shown, not claimed: choose a typical task of that work (a tutor: one concept and the order of explaining it; a shop: the order of things at rush hour) and show in two or three sentences how the applicant usually does it. It is never an event of one day that the order does not hold: the applicant could not answer for it in an interview. Confident, natural, never self-accusing.",
    'Leave out what every applicant writes: childhood, proverbs, "passionate", promises to do one\'s best. Show a strength through what was done. Pick a failure or weakness that an employer in this field forgives, and spend most of the answer on what was learned and changed. Use the vocabulary of the trade.',
  ],
}

const answerTask = (characters: number): Task => ({
  role: 'You help applicants answer application questions. You never make them better than they are.',
  korean: [
    '작업 "question"의 문항에 지원자로서 답해 줘. 채팅에서 부탁받았을 때처럼 평소 가장 잘 쓰는 대로.',
    `About ${characters} characters: 공백과 줄바꿈을 포함해 ${characters}자 정도, 절대 넘지 않게. 양식은 넘치는 글을 자르고, 크게 모자라면 성의 없어 보여.`,
    '첫 문장에서 문항에 답해. 경험을 묻는 문항은, 주문에 그 일이 있으면 하나의 이야기로 (상황, 맡은 일, 한 일과 그렇게 한 이유, 결과, 이 직무에서의 쓸모), 없으면 그 경력에서 평소 어떤 일을 어떤 순서와 기준으로 했고 왜 그랬는지를, 누구나 겪는 범위 안에서. 동기를 묻는 문항은 지원자의 일에서 시작해 이 직무가 실제로 하는 일과 잇고, 들어가서 어떻게 일할지로 끝내. 첫째, 둘째로 나열하지 마.',
  ],
  other: [
    'Answer the question in the work "question" as the applicant, as you would for this person in a chat, at your best.',
    `About ${characters} characters, spaces and line breaks included, and never more: the form cuts off the rest, and a much shorter answer looks careless.`,
    "Answer the question in the first sentence. If it asks about an experience that the order holds, tell it as one story: the situation, the task, what the applicant did and why, what came of it, and why it matters for this role. If the order holds none, say what that job usually asked for, in which order and by which standard the applicant did it, and why, within what every such job involves. If it asks about motives, start from the applicant's own work, connect it to what this role really involves, and end with how they will work there. No numbered reasons.",
  ],
})

export function answerPrompt(
  material: CoverLetterPromptInput,
  input: { question: string; characters: number; answered: string; others: string[] },
): Prompt {
  const { language } = material.form
  const task = answerTask(input.characters)
  return compose(
    material,
    task.role,
    [
      ...taskIn(language, task),
      ...taskIn(language, answerRules),
      ...(input.answered
        ? [
            'The work "answered" holds the answers before this one. Do not tell any of their stories again, not even in other words.',
          ]
        : []),
      ...(input.others.length > 0
        ? [
            'The work "questions to come" will be answered after this one. Leave them the story that fits them better.',
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

/** How drafted answers are revised: together, under the rules of answers. */
export const letterRevision = ({ form }: CoverLetterPromptInput): Revision => ({
  order: coverLetterOrder(form),
  tone: form.tone,
  length: null,
  rules: [
    'The draft has the answers to an application form, each below its question as a "## " heading, which stays letter by letter. No story is told twice. Each answer has about this many characters, spaces and line breaks included, and never more:',
    ...form.questions.map(
      (question, index) => `  ${index + 1}. ${answerCharacters(form.language, question)} characters`,
    ),
    ...taskIn(form.language, answerRules),
  ],
})

/** Fits an answer to its limit by meaning, without cutting or padding. */
export function fitPrompt(
  material: CoverLetterPromptInput,
  input: { question: string; answer: string; characters: number; isTooLong: boolean },
): Prompt {
  return compose(
    material,
    'You edit texts to a given length without losing what they say.',
    [
      input.isTooLong
        ? `Shorten the work "answer" to at most ${input.characters} characters, and to little less than that.`
        : `Lengthen the work "answer" to about ${input.characters} characters, and not beyond.`,
      input.isTooLong
        ? 'Cut what matters least for the question: repetition, commonplaces, asides, then minor details. Keep the figures and names the main point rests on, and the order of the text.'
        : 'Say more about what was done: the steps, the reasons, what was hard, what came of it. No summary, no promises, no second story.',
      'Whole sentences to the end, the same tone and person. Brackets stay where they are.',
      ...taskIn(material.form.language, answerRules),
    ],
    [
      ['question', input.question],
      ['answer', input.answer],
    ],
  )
}

const placeRule = ({ form: { target } }: CoverLetterPromptInput): string[] =>
  target
    ? [
        'The application goes to the employer in "employer". Say why there, using what is commonly known about it or was given.',
      ]
    : []

/** The order, as every call about the text gets it. */
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

const compose = (
  material: CoverLetterPromptInput,
  role: string,
  task: string[],
  work: PromptSections,
): Prompt =>
  composePrompt(material, {
    role,
    task,
    order: coverLetterOrder(material.form),
    work,
    tone: material.form.tone,
  })
