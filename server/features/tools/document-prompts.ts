// What we tell the model when it writes a document or report. Three calls: plan, titles, text; editing is every tool's.
import type { DocumentForm } from '#shared/tools-form.ts'
import type { TextLength } from '#shared/text-length.ts'
import { titleCount } from '#shared/tools.ts'
import {
  composePrompt,
  planTask,
  type Material,
  type PromptSections,
  type Prompt,
} from './prompt-sections.ts'
import { describeLength, lengthTask } from './text-target.ts'

export type DocumentMaterial = Material<DocumentForm>

/** A report to a named reader speaks to them; any other is written in the plain style of reports. */
export const documentTone = ({ target }: { target?: string }): 'formal' | 'report' =>
  target ? 'formal' : 'report'

/** How somebody who decides reads. Judges put reports down that began with the obstacle or piled figures upon assumptions. */
const reportRules = [
  'The first section could be handed in alone: what is proposed or asked in one sentence, three reasons why it is worth it for this organisation (benefits before difficulties), what it costs as far as was given, the main risk and what limits it, the next step. A short table is welcome.',
  'Argue for the purpose: the present situation in plain figures, what is gained, for whom, and why now; the costs against the gains as one comparison that decides; how it would be done; what this reader may object to, each with its answer; alternatives; what is asked. Caveats are one honest paragraph, not the thread of the text.',
  'Where a reader is named, or the purpose names one, the report speaks to them and ends by asking them for the decision in one sentence; otherwise it ends with the recommendation.',
  'Figures are those that were given and what follows from them by simple arithmetic that is shown, in round numbers. What decides and is not known is calculated for two or three cases side by side (for example half and a quarter of the hours saved, against the cost), with the point from which it pays; or named as open. No argument rests on a bracket. At most three working assumptions in the whole text, each labelled "(가정)" or "(assumption)"; never an assumption upon an assumption, never an invented price or budget.',
  'Time is relative where no dates were given: weeks or months from the decision, stages with what ends each. A proposal can be tried and undone: a limited trial, what it is judged by, who decides afterwards, what is kept until then.',
  'External evidence only as far as you are sure of it, with its size and in one sentence its limits. At least two alternatives, the present state among them, are weighed in a table by the same criteria.',
  'One level of formality in every sentence; sentences that are easy to read aloud. The last section lists what has to be confirmed before deciding, and what is decided now.',
]

export function planPrompt(material: DocumentMaterial, length: TextLength): Prompt {
  return compose(material, 'You plan documents and reports that people decide by.', [
    `Plan one document of ${describeLength(length)} for the order; it serves what stands in "purpose".`,
    ...planTask,
    'Five to eight sections. Headings: at most 40 characters, what the section holds; no numbering, no Markdown.',
    ...reportRules,
  ])
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
  input: { plan: string; title: string; length: TextLength },
): Prompt {
  return compose(
    material,
    'You write documents that busy people can act on and hand on.',
    [
      'Write the document in Markdown, under the title in the work "title", following the work "plan" in its order. Where the plan and the order differ, the order wins.',
      'No title, no table of contents (it is made from your headings), no level-one heading (#), no remark about the task. Each section starts with "## " and its heading from the plan; "### " where a section has more than one subject.',
      lengthTask(input.length),
      ...reportRules,
      'Figures that belong together stand in a table with units; steps and conditions in a list; reasons in prose. Where the material has a source (file or link), name it.',
    ],
    {
      work: [
        ['title', input.title],
        ['plan', input.plan],
      ],
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

const compose = (
  material: DocumentMaterial,
  role: string,
  task: string[],
  more: { work?: PromptSections; kind?: 'text' | 'list' } = {},
): Prompt =>
  composePrompt(material, {
    role,
    task,
    order: documentOrder(material.form),
    tone: documentTone(material.form),
    ...more,
  })
