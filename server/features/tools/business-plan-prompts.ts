// What we tell the model when it writes a business plan. Two calls: plan each item, write all of them.
import type { Section } from '#shared/outline.ts'
import type { BusinessPlanForm } from '#shared/tools-form.ts'
import { composePrompt, describeOutline, type Material, type Prompt } from './prompt-parts.ts'

export type BusinessPlanMaterial = Material<BusinessPlanForm>

/** PSST is the outline by which Korean start-up programmes grade: each letter asks for something of its own. */
const gradedItems =
  'Items may be those of PSST, the outline that Korean start-up programmes grade. Problem: whose problem it is, how they cope today, why that is not enough. Solution: what is offered, how far it is developed, what makes it different. Scale-up: market, how money is earned, how customers are won, how it grows and is financed. Team: who does what, what they have shown they can do, who is still missing.'

export function outlinePrompt(material: BusinessPlanMaterial): Prompt {
  const items = material.form.format
  return compose(
    material,
    'You plan business plans for people who grade or finance them.',
    [
      `The plan answers the ${items.length} items in the part "items". Give exactly ${items.length} sections, one for each item, in the same order; heading: the item, word for word.`,
      gradedItems,
      'For each item give two to five points: the questions that a judge asks there, each with what the material answers. Where the material has no answer, the point says what the applicant still has to add.',
    ],
    [],
  )
}

export function textPrompt(
  material: BusinessPlanMaterial,
  input: { outline: Section[]; characters: number },
): Prompt {
  return compose(
    material,
    'You write business plans that stand up to questions.',
    [
      'Write the plan in Markdown, following the part "outline" in its order.',
      'No title, no level-one heading (#), no remark about the task. Each item starts with "## " and its heading from the outline, word for word; subsections with "### ".',
      gradedItems,
      `About ${input.characters} characters in all, shared out by how much the material has to say. Each item begins with its answer in one sentence; reasons and evidence follow.`,
      'Tables for markets, milestones, budgets and roles where the material gives the figures. Where a figure is needed and the material has none, write what has to be filled in between square brackets, in the language of the text, instead of a number.',
      'No superlatives, no "innovative", no promise that the material does not support.',
    ],
    [['outline', describeOutline(input.outline)]],
  )
}

function compose(
  material: BusinessPlanMaterial,
  role: string,
  task: string[],
  work: [string, string][],
): Prompt {
  const { name, overview, information, format } = material.form
  return composePrompt(material, {
    role,
    task,
    parts: [
      ['name', name],
      ['overview', overview],
      ['information', information],
      ['items', format.map((item) => `- ${item}`).join('\n')],
      ...work,
    ],
    tone: 'report',
    reader: null,
  })
}
