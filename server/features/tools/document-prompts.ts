// Prompts for a document or report. Three calls: plan, titles, text; editing is shared by all tools.
import type { DocumentForm } from '#shared/tools-form.ts'
import type { TargetLength } from '#shared/text-length.ts'
import { titleCount, type OutputLanguage } from '#shared/tools.ts'
import {
  composePrompt,
  planTask,
  taskIn,
  type PromptInput,
  type PromptExtras,
  type PromptSections,
  type Prompt,
  type Task,
} from './prompt-sections.ts'
import { describeLength, lengthTask } from './text-target.ts'

export type DocumentPromptInput = PromptInput<DocumentForm>

/** Korean documents have one register. In other languages "formal" makes them stiff. */
export const documentTone = (language: OutputLanguage): 'formal' | 'report' =>
  language === 'Korean' ? 'formal' : 'report'

/** Judges marked reports down for assumed figures, tables of blanks, a postponed decision and unrequested sums. */
const reportTask: Task = {
  role: '',
  korean: [
    '결론이나 권고가 맨 앞에 오고, 그 이유, 그다음 할 일이 이어져. 오늘 결재나 보고에 그대로 쓸 수 있게, 짧고 군더더기 없이: 표는 한두 개, 판단에 꼭 필요한 것만. 주문이 바라는 쪽을 설득하되 한계는 숨기지 마.',
    '받은 숫자는 표로 보이고 그것이 뜻하는 것과 말해 주지 않는 것을 짚어 줘. 없는 현황 숫자나 빈칸뿐인 표는 만들지 말고, 정하기 전에 확인할 것은 짧은 목록으로. 돈을 승인받는 보고서인데 금액이 없으면, 현실적인 값으로 산출 근거와 효과를 계산한 표를 보이고 표 제목에 (가정)이라고 밝혀. 시행안이면 기준, 일정, 담당, 위험과 대책까지.',
    '고를 것이 있으면 두세 가지 안을 표로 비교하고 하나를 분명히 추천해 줘. 문장은 처음부터 끝까지 합니다체로 온전하게 (목록도), 소제목은 "1.", "2."처럼 번호를 붙여.',
  ],
  other: [
    'The recommendation or finding comes first, then the reasons, then the next steps: ready to be handed in and decided on today: short and uncluttered, with one or two tables and nothing that the decision does not need. It argues for what the order proposes and hides no limit.',
    'Full sentences that reason fairly, also with those who doubt. Given figures stand in a table, with what they mean and what they do not show. No assumed figure about the present, no table of blanks; what has to be known before the decision is a short list. A report that asks for money and was given no amounts shows the calculation with realistic values, with (assumption) in the title of the table. A proposal to carry something out has criteria, dates counted from the decision, who does what, risks and responses.',
    'Where there is something to choose, two or three options are compared in a table and one is clearly recommended. One style from the first to the last sentence.',
  ],
}
const reportRules = ({ form }: DocumentPromptInput): string[] => taskIn(form.language, reportTask)

export function planPrompt(material: DocumentPromptInput, length: TargetLength): Prompt {
  return compose(material, 'You plan reports that people make decisions with.', [
    `Plan one report of ${describeLength(length)} for the order. It has to achieve what "purpose" says.`,
    ...taskIn(material.form.language, planTask),
    'Three to seven sections. Headings: at most 40 characters, numbered in Korean and nowhere else, no Markdown.',
    ...reportRules(material),
  ])
}

export function titlesPrompt(material: DocumentPromptInput, outline: string): Prompt {
  return compose(
    material,
    'You name documents so that they are found and understood by their title alone.',
    [
      `Give exactly ${titleCount} titles for the document planned in the work "plan".`,
      'Plain and exact, at most 40 characters each: subject first, then the kind of document. No quotation marks, no full stop, no number that the plan does not hold. The best one first.',
    ],
    { work: [['plan', outline]], kind: 'list' },
  )
}

const textTask: Task = {
  role: 'You write the report that somebody asks you for in a chat.',
  korean: [
    '아래 주문대로 보고서를 써 줘. 채팅에서 부탁받았을 때처럼 평소 가장 잘 쓰는 대로.',
    '작업 "plan"은 미리 생각해 둔 메모야. 소제목은 거기 있는 순서와 문구로 ("## "로 시작, 필요하면 그 아래 "### ") 쓰고, 메모는 쓸모 있는 것만 골라. 주문과 다르면 주문을 따라. 제목은 "title"에 있으니 본문부터, 목차나 작업에 대한 말은 쓰지 마.',
  ],
  other: [
    'Write the report of the order, as you would for this person in a chat, at your best.',
    'The work "plan" holds notes made before. Its headings stand in their order and wording (each after "## ", "### " below where needed); choose from the notes what helps, and follow the order where they differ. The title stands in the work "title": begin with the text. No table of contents, no remark about the task.',
  ],
}

export const textPrompt = (
  material: DocumentPromptInput,
  input: { plan: string; title: string; length: TargetLength },
): Prompt =>
  compose(
    material,
    textTask.role,
    [
      ...taskIn(material.form.language, textTask),
      ...reportRules(material),
      lengthTask(input.length),
      'Where the material has a source (file or link), name it.',
    ],
    {
      work: [
        ['title', input.title],
        ['plan', input.plan],
      ],
    },
  )

/** The order, as every call about the text gets it. */
export const documentOrder = ({
  topic,
  purpose,
  information,
  target,
  instructions,
}: DocumentForm): PromptSections => [
  ['topic', topic],
  ['purpose', purpose],
  ['information', information],
  ['reader', target],
  ['instructions', instructions],
]

const compose = (
  material: DocumentPromptInput,
  role: string,
  task: string[],
  more: PromptExtras = {},
): Prompt =>
  composePrompt(material, {
    role,
    task,
    order: documentOrder(material.form),
    tone: documentTone(material.form.language),
    ...more,
  })
