// What we tell the model when it writes a document or report. Three calls: plan, titles, text; editing is every tool's.
import type { DocumentForm } from '#shared/tools-form.ts'
import type { TargetLength } from '#shared/text-length.ts'
import { titleCount } from '#shared/tools.ts'
import {
  composePrompt,
  planTask,
  type Material,
  type PromptExtras,
  type PromptSections,
  type Prompt,
} from './prompt-sections.ts'
import { describeLength, lengthTask } from './text-target.ts'

export type DocumentMaterial = Material<DocumentForm>

/** Of every report. */
export const documentTone = 'formal'

/** Judges put reports down that argued from assumptions, asked for amounts that nobody knew, were overworked, or mixed two styles. */
const reportRules = [
  'The paper can be handed in today: the recommendation or finding first, in a few sentences, then what leads to it, then the next steps. As short as its matter. It argues for what the order proposes and puts it so that it can be approved or voted on today; doubts come after the case and do not put it off.',
  'Given figures stand in a table with the arithmetic that this reader wants to see, then what they mean and what they do not show. Terms of a proposal that somebody has to set (a fee, a limit, a period) are named as a proposal that can be changed. No assumed figure about the present, no table of blanks; what has to be known before the decision is a short list. Where the order wants an estimate, its assumptions are labelled as such.',
  'Where there is something to choose: two or three options in a table with advantage, burden and when they fit, and a clear recommendation that says by what it is judged.',
  'One style from the first to the last sentence (Korean: 합니다체 in sentences, nouns in tables and lists, headings numbered "1.", "2.").',
]

export function planPrompt(material: DocumentMaterial, length: TargetLength): Prompt {
  return compose(
    material,
    'You plan documents and reports that people decide by.',
    [
      `Plan one document of ${describeLength(length)} for the order; it serves what stands in "purpose".`,
      ...planTask,
      'Three to seven sections. Headings: at most 40 characters, what the section holds, numbered in Korean and nowhere else; no Markdown.',
      ...reportRules,
    ],
    { kind: 'plain' },
  )
}

export function titlesPrompt(material: DocumentMaterial, outline: string): Prompt {
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

export function textPrompt(
  material: DocumentMaterial,
  input: { plan: string; title: string; length: TargetLength },
): Prompt {
  return compose(
    material,
    'You write documents that busy people can act on and hand on.',
    [
      'Write the document in Markdown, under the title in the work "title", with the headings of the work "plan" in their order. Its points are reminders. Where the plan and the order differ, the order wins.',
      'No title, no table of contents (it is made from your headings), no level-one heading (#), no remark about the task. Each section starts with "## " and its heading from the plan; "### " where a section has more than one subject.',
      lengthTask(input.length),
      ...reportRules,
      'Where the material has a source (file or link), name it.',
    ],
    {
      work: [
        ['title', input.title],
        ['plan', input.plan],
      ],
      kind: 'plain',
    },
  )
}

/** The order as it goes into every call about the text. */
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

const compose = (material: DocumentMaterial, role: string, task: string[], more: PromptExtras = {}): Prompt =>
  composePrompt(material, {
    role,
    task,
    order: documentOrder(material.form),
    tone: documentTone,
    ...more,
  })
