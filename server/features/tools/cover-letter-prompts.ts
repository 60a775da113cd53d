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

/** Recruiters read for a story with a result. What only the applicant can vouch for is a small blank with a suggestion. */
const answerRules: Task = {
  role: '',
  korean: [
    '지원자 본인이 쓰는 글로, 읽기 좋게 두세 문단으로 나눠. 소제목, 목록, 마크다운, 인사말, 작업에 대한 말은 없이. 질문을 되풀이하거나 이름을 적지 마.',
    '경험이나 사례를 들려 달라는 문항만 받은 경력에서 있었을 법한 일 하나를 처음부터 끝까지 들려줘 (상황, 맡은 일, 한 일과 그렇게 한 이유, 결과, 이 직무에서의 쓸모). 지원자만 확인할 수 있는 것(수치, 시기, 특정한 사건과 그 결과)은 다섯 낱말 안쪽의 예시를 넣은 대괄호로: [예: 금요일 저녁, 줄이 40분]. 대괄호를 채우면 그대로 낼 수 있게, 답마다 서너 개까지. 없는 회사, 직책, 자격은 만들지 마.',
    '그 밖의 문항(동기, 강점, 들어가서 할 일)은 주문에 있는 사실만으로 답해: 주어진 이력은 빠짐없이 살리고, 그것이 이 자리의 어떤 일에 쓰이는지 그 일의 말로 보여 주고, 들어가서 어떻게 일할지로 맺어. 있었던 일이나 버릇을 지어내거나 대괄호를 두지 말고, 첫째, 둘째로 나열하지 마. 그대로 낼 수 있어야 해.',
    '문장은 서로 이어지게, 마지막은 맺는 문장으로. 누구나 쓰는 말은 빼: 어린 시절, 속담, 열정, 성실, 소통 능력, 준비된 인재, 최선을 다하겠다는 다짐.',
  ],
  other: [
    "Write as the applicant, in two to four paragraphs (one if the limit is short): no headings, lists, Markdown or greeting, and no comment on the task. Don't repeat the question or the applicant's name.",
    'Only if the question asks for an experience or an example, tell one believable event from the given career from start to finish: the situation, the job at hand, what the applicant did and why, how it turned out, why it matters for this role. Tell the ordinary details that anyone in that job would recognize (tools, steps, what people say) outright, and write around times, places and figures that nobody gave ("a few minutes later"). If the order names the event, stay with it: put no words or deeds into it that the applicant would have to answer for. Only an outcome or a figure that the story cannot do without is a bracket with a suggestion of up to five words: [e.g. 40 minutes], two in an answer at most. Never make up an employer, title or qualification.',
    'Any other question (motives, strengths, what they would bring or do): start from the applicant\'s own work, connect it to what this role really involves day to day, and end with how they will work there. Use every fact given about the applicant. The answer can be submitted as it is: no made-up event or habit, no numbered reasons, no brackets. One sentence leads to the next, and the last one rounds off the answer. Skip what every applicant writes: childhood, proverbs, "passionate", promises to do their best.',
  ],
}

const answerTask = (characters: number): Task => ({
  role: 'You help applicants answer application questions.',
  korean: [
    '작업 "question"의 문항에 지원자로서 답해 줘. 채팅에서 부탁받았을 때처럼 평소 가장 잘 쓰는 대로.',
    `About ${characters} characters: 공백과 줄바꿈을 포함해 ${characters}자 정도, 절대 넘지 않게. 양식은 넘치는 글을 자르고, 크게 모자라면 성의 없어 보여.`,
  ],
  other: [
    'Answer the question in the work "question" as the applicant, just as you would if this person asked you in a chat, at your best.',
    `About ${characters} characters, spaces and line breaks included, and never more: the form cuts off the rest, and a much shorter answer looks careless.`,
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
            'The work "questions to come" will be answered after this one. A story that fits one of them better, also one that the instructions ask for, is told there and not mentioned here.',
          ]
        : []),
      ...(material.form.posting
        ? [
            'The material "the job posting" says what the job is and asks for: the answer shows what the applicant has of it, in the applicant\'s own words, and claims nothing that the order does not hold.',
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
  isShort: true,
  isPlanned: true,
  isPersonal: true,
  rules: [
    'The draft has the answers to an application form, each below its question as a "## " heading. No story is told twice. Each answer has about this many characters, spaces and line breaks included, and never more:',
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
