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

/** What every office paper has. More rules than these made reports thinner than the answer of a chat. */
const reportTask: Task = {
  role: '',
  korean: [
    '결정할 것이나 결론이 맨 앞에 오고, 그 이유와 근거, 방법, 비용, 위험과 대책, 일정과 담당, 다음 할 일이 이어져. 고를 것이 있으면 안을 표로 비교해 하나를 분명히 추천해 줘. 문장은 처음부터 끝까지 합니다체로, 소제목은 "1.", "2."처럼 번호를 붙여.',
  ],
  other: [
    'The decision that is asked for, or the finding, comes first, then the reasons and their evidence, how it would work, cost, risks and responses, who does what when, the next steps. Where there is something to choose, options are compared in a table and one is clearly recommended.',
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
    '아래 주문대로 보고서를 써 줘. 채팅에서 부탁받았을 때처럼 평소 가장 잘 쓰는 대로, 그대로 낼 수 있게.',
    '소제목은 작업 "plan"에 있는 순서와 문구로 ("## "로 시작, 필요하면 그 아래 "### ") 써 줘. 주문과 다르면 주문을 따라. 제목은 "title"에 있으니 본문부터, 목차나 작업에 대한 말은 쓰지 마.',
  ],
  other: [
    'Write the report of the order, as you would for this person in a chat, at your best, ready to be handed in.',
    'The headings of the work "plan" stand in their order and wording (each after "## ", "### " below where needed). Follow the order where they differ. The title stands in the work "title": begin with the text. No table of contents, no remark about the task.',
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
      lengthTask(input.length),
      'Where the material has a source (file or link), name it.',
    ],
    {
      kind: 'draft',
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
