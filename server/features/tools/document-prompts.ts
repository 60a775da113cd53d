// Prompts for a document or report: draft, other titles, and a plan where one is made first.
import type { DocumentForm } from '#shared/tools-form.ts'
import { isBeyondDraft, type TargetLength } from '#shared/text-length.ts'
import { titleCount, type OutputLanguage } from '#shared/tools.ts'
import {
  composePrompt,
  draftForm,
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
    '결정할 것이나 결론이 맨 앞에 오고, 그 이유와 근거, 방법, 비용, 위험과 대책, 일정과 담당, 다음 할 일이 이어져. 고를 것이 있으면 안을 표로 비교해 하나를 분명히 추천해 줘. 주어지지 않은 숫자를 쓰면 어느 것이 가정인지 한 번 밝혀 줘. 문장은 처음부터 끝까지 합니다체로, 소제목은 "1.", "2."처럼 번호를 붙여.',
  ],
  other: [
    'Lead with the decision you want or the main finding. Then the reasons and the evidence for them, how it would work, what it costs, the risks and what to do about them, who does what by when, and the next steps, all argued in connected paragraphs. If there is a choice to make, compare the options in one table and clearly recommend one; a second table only for figures that have to be compared. Say once, as the author, which figures are assumptions.',
  ],
}
/** What plan and revision keep. In a draft they made reports thinner. */
export const reportRules = ({ form }: DocumentPromptInput): string[] => taskIn(form.language, reportTask)

/** Who decides about a long report often reads one page of it. */
const summaryTask: Task = {
  role: '',
  korean: [
    '긴 보고서니까 첫 항목은 그것만 떼어 읽어도 되는 한 쪽짜리 요약으로: 결론과 부탁하는 결정, 가장 중요한 근거와 숫자, 다음 할 일.',
  ],
  other: [
    'It is a long report, so its first section is a summary of one page that can be read alone: the finding and the decision asked for, the reasons and figures that matter most, the next steps.',
  ],
}

export function planPrompt(material: DocumentPromptInput, length: TargetLength): Prompt {
  return compose(material, 'You plan reports that people make decisions with.', [
    `Plan one report of ${describeLength(length)} for the order. It has to achieve what "purpose" says.`,
    ...taskIn(material.form.language, planTask),
    'Three to seven sections. Headings: at most 40 characters, numbered in Korean and nowhere else, no Markdown.',
    ...reportRules(material),
    ...(isBeyondDraft(length) ? taskIn(material.form.language, summaryTask) : []),
  ])
}

export function titlesPrompt(
  material: DocumentPromptInput,
  { title, outline }: { title: string; outline: string },
): Prompt {
  return compose(
    material,
    'You name documents so that they are found and understood by their title alone.',
    [
      `The work "title" is the title of a document with the headings in the work "plan". Give exactly ${titleCount - 1} other titles for it.`,
      'Plain and exact, at most 40 characters each: subject first, then the kind of document. No quotation marks, no full stop.',
    ],
    {
      work: [
        ['title', title],
        ['plan', outline],
      ],
      kind: 'list',
    },
  )
}

const draftTask: Task = {
  role: '',
  korean: ['아래 주문대로 보고서를 써 줘. 채팅에서 부탁받았을 때처럼, 평소 가장 잘 쓰는 대로.'],
  other: [
    'Write the report that is ordered below, just as you would if this person asked you in a chat, at your best.',
  ],
}

/** @param input.plan '' for a draft that makes its own outline */
export const draftPrompt = (
  material: DocumentPromptInput,
  { plan, length }: { plan: string; length: TargetLength },
): Prompt =>
  compose(
    material,
    'You write the report that somebody asks you for in a chat.',
    [
      ...taskIn(material.form.language, draftTask),
      ...taskIn(material.form.language, draftForm(plan !== '')),
      ...lengthTask(length, { isPlanned: plan !== '' }),
      ...(material.sources.length > 0 ? ['Where the material has a source (file or link), name it.'] : []),
    ],
    { kind: 'draft', work: [['plan', plan]] },
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
