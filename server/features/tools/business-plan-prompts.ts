// Prompts for a business plan: a draft along its items, and a plan where one is made first.
import type { BusinessPlanForm } from '#shared/tools-form.ts'
import type { TargetLength } from '#shared/text-length.ts'
import {
  composePrompt,
  planTask,
  taskIn,
  type PromptExtras,
  type PromptInput,
  type PromptSections,
  type Prompt,
  type Task,
} from './prompt-sections.ts'
import { describeLength, lengthTask } from './text-target.ts'

export type BusinessPlanPromptInput = PromptInput<BusinessPlanForm>

/** Korean start-up programmes grade by PSST (problem, solution, scale-up, team). Graders check money first. */
const planRules: Task = {
  role: '',
  korean: [
    '항목이 PSST라면: 문제 인식은 누가 어떤 문제를 겪고 지금은 어떻게 해결하며 왜 부족한지, 실현 가능성은 무엇을 어떻게 제공하고 어디까지 준비됐으며 무엇이 다른지, 성장 전략은 시장과 수익 구조, 고객 확보, 성장과 자금 조달, 팀 구성은 누가 무엇을 맡고 어떤 역량이 있으며 누가 더 필요한지.',
    '돈은 계산이 맞는 표로: 가격, 초기 비용과 조달, 첫해 매출과 비용, 손익분기점. 받은 숫자는 그대로 쓰고, 없는 숫자는 현실적인 값으로 두고 표 제목이나 그 문단에 한 번 (가정)이라고 밝혀. 매출은 처음부터 목표에 닿지 않아: 달마다 느는 만큼만 세고, 규모는 이 사람이 정말 해낼 만큼만. 시장은 큰 숫자를 지어내지 말고, 이 사업이 실제로 닿는 가게나 손님 수에서부터 세어. 일정은 주문에 날짜가 없으면 1개월 차, 2개월 차처럼.',
  ],
  other: [
    'If the items follow PSST: Problem says whose problem it is, what they do about it today and why that falls short. Solution says what is offered, how far along it is and what makes it different. Scale-up covers the market, how it earns money, how it wins customers, growth and funding. Team says who does what, what they bring and who still has to be hired.',
    "Put the money into tables that add up: prices, start-up costs, and the first year's revenue, costs and result. Keep the order's figures as they are; where one is missing, use a realistic planning assumption and say once, as the owner, which figures are assumptions. Let sales build up month by month, to a level this person can really reach, and check that the reserve covers a slow start. Everything that isn't about figures is told in paragraphs: how a typical day or order runs, why these customers would come, what happens when something goes wrong. Use the currency of the reader's country ($ if nothing suggests another). Without dates in the order, use month 1, month 2 and so on.",
  ],
}

export function planPrompt(material: BusinessPlanPromptInput, length: TargetLength): Prompt {
  const items = material.form.format
  return compose(material, 'You plan business plans that investors and grant reviewers approve.', [
    `Plan a business plan of ${describeLength(length)} with the ${items.length} items in "items". Give exactly ${items.length} sections, one for each item, in the same order. The heading of each is the item, word for word.`,
    ...taskIn(material.form.language, planTask),
    ...taskIn(material.form.language, planRules),
  ])
}

const draftTask: Task = {
  role: '',
  korean: [
    '아래 주문대로 사업계획서를 써 줘. 채팅에서 부탁받았을 때처럼, 평소 가장 잘 쓰는 대로.',
    '"items"의 항목을 그 순서와 문구 그대로 "## "로 쓰고 (그 아래는 "### "), 본문을 마크다운으로. 제목이나 다른 말은 덧붙이지 마.',
  ],
  other: [
    'Write the business plan that is ordered below, just as you would if this person asked you in a chat, at your best.',
    'Use the "items" as headings, in that order and wording, each after "## " ("### " below them), with the text in Markdown. No title, nothing else.',
  ],
}

/** @param input.plan '' for a draft that is written along its items alone */
export const draftPrompt = (
  material: BusinessPlanPromptInput,
  { plan, length }: { plan: string; length: TargetLength },
): Prompt =>
  compose(
    material,
    'You write the business plan that somebody asks you for in a chat.',
    [
      ...taskIn(material.form.language, draftTask),
      ...taskIn(material.form.language, planRules),
      ...(plan ? ['The work "plan" has the content of each item.'] : []),
      ...lengthTask(length, { isPlanned: plan !== '' }),
    ],
    { kind: 'draft', work: [['plan', plan]] },
  )

/** The order, as every call about the text gets it. */
export const businessPlanOrder = ({
  name,
  overview,
  information,
  format,
  instructions,
}: BusinessPlanForm): PromptSections => [
  ['name', name],
  ['overview', overview],
  ['information', information],
  ['items', format.map((item) => `- ${item}`).join('\n')],
  ['instructions', instructions],
]

const compose = (
  material: BusinessPlanPromptInput,
  role: string,
  task: string[],
  more: PromptExtras = {},
): Prompt =>
  composePrompt(material, { role, task, order: businessPlanOrder(material.form), tone: 'report', ...more })
