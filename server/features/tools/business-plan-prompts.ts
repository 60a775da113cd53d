// What we tell the model when it writes a business plan. Two calls: plan each item, write all of them; editing is every tool's.
import type { BusinessPlanForm } from '#shared/tools-form.ts'
import type { TargetLength } from '#shared/text-length.ts'
import {
  composePrompt,
  planTask,
  taskIn,
  type Material,
  type PromptSections,
  type Prompt,
  type Task,
} from './prompt-sections.ts'
import { describeLength, lengthTask } from './text-target.ts'

export type BusinessPlanMaterial = Material<BusinessPlanForm>

/** PSST is the outline by which Korean start-up programmes grade: each letter asks for something of its own. */
const gradedItems =
  'Items may be those of PSST, the outline that Korean start-up programmes grade. Problem: whose problem it is, how they cope today, why that is not enough. Solution: what is offered, how far it is developed, what makes it different. Scale-up: market, how money is earned, how customers are won, how it grows and is financed. Team: who does what, what they have shown they can do, who is still missing.'

/** What graders look for first: figures that can be checked. */
const moneyRules = [
  'Money stands in a table that adds up: unit price, number, month or year, cost lines and the total, each cell a figure. What was given is used as it is; what is missing is a working assumption labelled "(가정)" or "(assumption)", or a bracket with a likely value inside. The assumptions that everything rests on stand together in one short table (what, value, why it is plausible), in round numbers, and nowhere else is one made; totals are those of their rows, and the same figure is the same everywhere.',
  'Market size is built from below (who, how many, how often, at what price), with each step shown; no market report is quoted that nobody gave.',
  'A price list of what is sold, the costs of starting, a table of income and costs by month or quarter of the first year with the point where it breaks even, and a reserve. The cautious case still pays its bills, or the plan says what is done when it does not.',
  'Time is relative (month 1 to 3 after the start) unless the order gives dates. Milestones have a measure that says whether they were reached. A table of the three to five main risks with the remedy of each. Competitors and other ways to cope are named where they are commonly known, with what they do better and what this does better. How first customers are won, and how the demand is tested before money is spent.',
]

export function planPrompt(material: BusinessPlanMaterial, length: TargetLength): Prompt {
  const items = material.form.format
  return compose(material, 'You plan business plans for people who grade or finance them.', [
    `Plan a business plan of ${describeLength(length)}. It answers the ${items.length} items in "items". Give exactly ${items.length} sections, one for each item, in the same order; heading: the item, word for word.`,
    gradedItems,
    ...planTask,
    ...moneyRules,
  ])
}

const textTask: Task = {
  role: 'You write the business plan that somebody asks you for in a chat.',
  korean: [
    '아래 주문대로 사업계획서를 써 줘. 채팅에서 부탁받았을 때처럼 평소 가장 잘 쓰는 대로, 심사에 그대로 낼 수 있게 매끄럽고 읽기 쉬운 문장으로.',
    '작업 "plan"의 항목을 그 순서와 문구 그대로 "## "로 쓰고 (그 아래는 "### "), 항목마다 첫 문장에서 답을 말한 뒤 근거를 들어. 주문과 다르면 주문을 따라. 제목이나 작업에 대한 말은 쓰지 마. "혁신적인" 같은 과장은 빼.',
  ],
  other: [
    'Write the business plan of the order, as you would for this person in a chat, at your best: easy to read, ready to be handed in.',
    'The items of the work "plan" stand in their order and wording, each after "## " ("### " below); each begins with its answer in one sentence, then the reasons. Follow the order where they differ. No title, no remark about the task, no superlatives.',
  ],
}

export const textPrompt = (
  material: BusinessPlanMaterial,
  input: { plan: string; length: TargetLength },
): Prompt =>
  compose(
    material,
    textTask.role,
    [...taskIn(material.form.language, textTask), gradedItems, lengthTask(input.length), ...moneyRules],
    { work: [['plan', input.plan]] },
  )

/** The order as it goes into every call about the text. */
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
  material: BusinessPlanMaterial,
  role: string,
  task: string[],
  more: { work?: PromptSections } = {},
): Prompt =>
  composePrompt(material, { role, task, order: businessPlanOrder(material.form), tone: 'report', ...more })
