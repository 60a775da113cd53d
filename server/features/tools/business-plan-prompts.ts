// Prompts for a business plan. Two calls: plan each item, write all of them; editing is shared by all tools.
import type { BusinessPlanForm } from '#shared/tools-form.ts'
import type { TargetLength } from '#shared/text-length.ts'
import {
  composePrompt,
  planTask,
  taskIn,
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
    '항목이 PSST라면: 문제 인식은 누가 어떤 문제를 겪고 지금은 어떻게 해결하며 왜 부족한지, 실현 가능성은 무엇을 어떻게 제공하고 어디까지 준비됐으며 무엇이 다른지, 성장 전략은 시장과 수익 구조, 고객 확보, 성장과 자금 조달, 팀 구성은 누가 무엇을 맡고 어떤 역량이 있으며 누가 더 필요한지를 써 줘.',
    '돈은 계산이 맞는 표로: 판매 가격표, 초기 비용, 첫해 매출과 비용(월별이나 분기별)과 손익분기점, 예비비. 받은 숫자는 그대로 쓰고, 없는 숫자는 현실적인 값으로 가정하고, 숫자마다가 아니라 표 제목이나 그 문단에 한 번만 (가정)이라고 밝혀. 핵심 가정은 짧은 표 하나에 근거와 함께 모으고, 같은 숫자는 어디서나 같게. 보수적으로 잡았을 때 어떻게 버티는지도 한 번. 표는 그 표가 답이 되는 항목에 넣고, 성장을 묻는 항목에는 가격과 손익만이 아니라 확장 단계와 지켜볼 지표를.',
    '시장 규모는 고객 수 × 이용 횟수 × 가격으로 계산 과정을 보이고, 시장 조사 보고서를 지어내지 마. 일정은 주문에 날짜가 없으면 1개월 차, 2개월 차처럼. 경쟁 상품은 실제로 알려진 것과 비교하고, 주요 위험 서너 가지와 대응, 첫 고객을 얻는 방법과 돈을 쓰기 전에 수요를 확인하는 방법을 넣어.',
  ],
  other: [
    'If the items follow PSST: Problem says whose problem it is, what they do about it today and why that falls short. Solution says what is offered, how far along it is and what makes it different. Scale-up covers the market, how it earns money, how it wins customers, growth and funding. Team says who does what, what they bring and who still has to be hired.',
    "The plan reads like a story that convinces, with few tables: one of prices where there are several, and one of first-year revenue, costs and result that adds up. Use the figures in the order as they are. Where one is missing, assume a realistic value; one sentence says which figures are given and which are planning assumptions. Every figure is consistent. Use the currency of the reader's country ($ if nothing suggests another). One paragraph says what a bad year looks like. An item about growth needs stages of expansion and numbers to watch.",
    'Where the items ask for it, size the market bottom-up (customers × frequency × price), compare with what people do today, and name the main risks with a response; never quote a market report. Without dates in the order, use month 1, month 2 and so on. Say how the first customers are won.',
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

const textTask: Task = {
  role: 'You write the business plan that somebody asks you for in a chat.',
  korean: [
    '아래 주문대로 사업계획서를 써 줘. 채팅에서 부탁받았을 때처럼 평소 가장 잘 쓰는 대로, 심사에 그대로 낼 수 있게 매끄럽고 읽기 쉬운 문장으로.',
    '작업 "plan"의 항목을 그 순서와 문구 그대로 "## "로 쓰고 (그 아래는 "### "), 항목마다 첫 문장에서 답을 말한 뒤 근거를 들어. 주문과 다르면 주문을 따라. 제목이나 작업에 대한 말은 쓰지 마. "혁신적인" 같은 과장은 빼.',
    '읽는 사람이 고객의 하루를 눈앞에 그릴 수 있게 시작하고, 그 사업의 실제 사정(철, 요일, 손님이 몰리는 때, 꼭 필요한 허가)에 맞게 숫자를 잡아.',
  ],
  other: [
    'Write the business plan of the order, as you would for this person in a chat, at your best: easy to read, ready to be handed in.',
    'The items of the work "plan" stand in their order and wording, each after "## " ("### " below); each begins with its answer in one sentence, then the reasons. Follow the order where they differ. No title, no remark about the task, no superlatives.',
    "It begins with the customer's day, so that the reader sees it, and its figures fit how such a business really runs: seasons, weekdays, busy hours, permits.",
  ],
}

export const textPrompt = (
  material: BusinessPlanPromptInput,
  input: { plan: string; length: TargetLength },
): Prompt =>
  compose(
    material,
    textTask.role,
    [
      ...taskIn(material.form.language, textTask),
      ...taskIn(material.form.language, planRules),
      lengthTask(input.length),
    ],
    { work: [['plan', input.plan]] },
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
  more: { work?: PromptSections } = {},
): Prompt =>
  composePrompt(material, { role, task, order: businessPlanOrder(material.form), tone: 'report', ...more })
