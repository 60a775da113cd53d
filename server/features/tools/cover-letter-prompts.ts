// Prompts for a cover letter: one call for each question, and more for an answer outside its limit.
import { answerCharacters } from '#shared/tool-prices.ts'
import type { CoverLetterForm } from '#shared/tools-form.ts'
import type { OutputLanguage } from '#shared/tools.ts'
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

/** What the form of an application needs, in every call. */
const formRules: Task = {
  role: '',
  korean: [
    '읽기 좋게 두세 문단으로 나눠. 소제목, 목록, 마크다운, 인사말, 작업에 대한 말은 없이. 질문을 되풀이하거나 이름을 적지 마.',
  ],
  other: [
    "Two to four paragraphs (one if the limit is short): no headings, lists, Markdown or greeting, and no comment on the task. Don't repeat the question or the applicant's name.",
  ],
}

/**
 * Recruiters read for a story with a result. What a story assumes about the applicant is listed next to it.
 * Only the editor has these rules: drafts that had them lost (see docs/writing.md).
 */
const answerRules: Task = {
  role: '',
  korean: [
    '경험이나 사례를 들려 달라는 문항에는 이야기 하나만, 그 자리에서 정말 있었을 만한 크기로 들려줘: 어떤 상황이었고, 무엇을 했고(믿을 만한 행동 한두 가지), 왜 그렇게 했고, 어떻게 되었고, 거기서 알게 된 것을 이 직무에서 어떻게 쓸지. 사람이 보이는 말이나 몸짓 하나가 절차를 늘어놓는 것보다 나아. 아무도 알려 주지 않은 때와 곳과 수치는 돌려 써("얼마 뒤", "며칠 동안"). 주문에 그 일이 있으면 그 일에 있었을 순서만 더하고, 새 사건은 보태지 마. 없으면 받은 경력에서 누구나 고개를 끄덕일 만한 흔한 일 하나를 온전히, 대괄호 없이 써: 무엇을 짐작해 썼는지는 글 옆에 따로 보여 주니 지원자가 확인해. 주문에 이름이 나온 사람의 말이나 마음은 지어내지 말고, 없는 회사, 직책, 자격은 만들지 마.',
    '그 밖의 문항(동기, 강점과 약점, 준비한 것, 들어가서 할 일)은 묻는 바로 그것에 첫 문장부터 답해. 받은 사실은 모두 쓰되 늘어놓지 말고, 거기서 이 자리로 정말 옮겨 오는 것을 그 일의 말로 말해. 지난 일에서는 주문에 없는 버릇, 실수, 성과를 지어내지 마: 구체적인 것은 이 자리의 하루와 앞으로 할 일에서 나와. 약점은 그 일을 하는 데 걸림돌이 되지 않는 것으로. 들어가서 어떻게 일할지로 맺어. 대괄호를 두지 말고, 첫째, 둘째로 나열하지 마. 그대로 낼 수 있어야 해.',
    '문장은 서로 이어지게, 마지막은 맺는 문장으로. 누구나 쓰는 말은 빼: 어린 시절, 속담, 열정, 성실, 소통 능력, 준비된 인재, 최선을 다하겠다는 다짐.',
  ],
  other: [
    'If the question asks for an experience or an example, tell one event, as big as it can have been: the situation, what the applicant did (one or two things that anyone would believe), why, how it turned out, what they learned from it and how they will use it in this role. One word or gesture that shows a person is worth more than a list of steps. Write around times, places and figures that nobody gave ("a few minutes later"). If the order names the event, add only what it must have taken, and no new turn. If it doesn\'t name one, tell a likely and ordinary one from the given career, whole and without brackets: what was assumed is listed next to the text, and the applicant checks it. Put no words or feelings into people whom the order names. Never make up an employer, title or qualification.',
    "Any other question (motives, strengths and weaknesses, what they would bring or do) is answered from the first sentence on. Use every fact given about the applicant, not as a list: say what of it carries over to this role, in the words of its daily work. Make up no habit, mistake or achievement in their past: the concrete things come from a day in this job and from what they will do there. A weakness is one that doesn't get in the way of this job. End with how they will work there. The answer can be submitted as it is: no numbered reasons, no brackets.",
    'One sentence leads to the next, and the last one rounds off the answer. Skip what every applicant writes: childhood, proverbs, "passionate", flattery for the employer, promises to do their best.',
  ],
}

const rulesIn = (language: OutputLanguage): string[] => [
  ...taskIn(language, formRules),
  ...taskIn(language, answerRules),
]

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
  input: {
    question: string
    characters: number
    answered: string
    others: string[]
    rules?: readonly string[]
  },
): Prompt {
  const { language } = material.form
  const task = answerTask(input.characters)
  return compose(
    material,
    task.role,
    [
      ...taskIn(language, task),
      ...taskIn(language, formRules),
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
      ...(input.rules ?? []),
    ],
    [
      ['question', input.question],
      ['answered', input.answered],
      ['questions to come', input.others.join('\n')],
    ],
    'draft',
  )
}

/** How drafted answers are chosen and corrected: together, under the rules of answers. */
export const letterRevision = ({ form }: CoverLetterPromptInput): Revision => ({
  order: coverLetterOrder(form),
  tone: form.tone,
  length: null,
  isPersonal: true,
  rules: [
    'A draft has the answers to an application form, each below its question as a "## " heading. Each answer has about this many characters, spaces and line breaks included, and never more:',
    ...form.questions.map(
      (question, index) => `  ${index + 1}. ${answerCharacters(form.language, question)} characters`,
    ),
    ...rulesIn(form.language),
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
      ...rulesIn(material.form.language),
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
  kind?: 'draft',
): Prompt =>
  composePrompt(material, {
    role,
    task,
    order: coverLetterOrder(material.form),
    work,
    tone: material.form.tone,
    ...(kind ? { kind } : {}),
  })
