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

/** How somebody who decides reads. Judges put reports down that piled cases and figures upon assumptions, or were longer than their matter. */
const reportRules = [
  'The first section could be handed in alone, in a few sentences: what is found or proposed, why, what it costs as far as was given, and the next step.',
  'Then what was given: its figures as they are, with what follows from them by simple arithmetic that is shown, at most one table; what they mean for the purpose; what they do not show, said openly in a sentence or two with who could say it. No figure, price, budget, effect or case is assumed to fill a gap, unless the order asks for an estimate: then it is labelled "(가정)" or "(assumption)".',
  'A paper of this kind keeps its form: what its purpose cannot do without (the amount asked for, the options, the owner, the date, the decision) has its place in it, with a labelled bracket where only the organisation knows it; there the limit of brackets does not hold.',
  'Then what to do: two to four recommendations in the order of their weight, each with its reason, the first step and how it is seen that it worked. What this reader may object to is answered where it arises; an alternative is weighed in a sentence or two, in a table only where the order compares things.',
  'Where a reader is named, or the purpose names one, the report speaks to them and ends by asking them for the decision in one sentence; otherwise it ends with the recommendation. Weeks or months from the decision, where no dates were given.',
  'One level of formality in every sentence; plain, idiomatic sentences as a capable colleague writes them.',
]

export function planPrompt(material: DocumentMaterial, length: TextLength): Prompt {
  return compose(material, 'You plan documents and reports that people decide by.', [
    `Plan one document of ${describeLength(length)} for the order; it serves what stands in "purpose".`,
    ...planTask,
    'Three to six sections. Headings: at most 40 characters, what the section holds; no numbering, no Markdown.',
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
