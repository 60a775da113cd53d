// What we tell the model when it writes a document or report. Three calls: plan, titles, text; editing is every tool's.
import type { DocumentForm } from '#shared/tools-form.ts'
import type { TextLength } from '#shared/text-length.ts'
import { titleCount } from '#shared/tools.ts'
import { composePrompt, planTask, type Material, type Parts, type Prompt } from './prompt-parts.ts'
import { describeLength, lengthTask } from './text-target.ts'

export type DocumentMaterial = Material<DocumentForm>

/** How somebody who decides reads: judges took reports for the chat's when the request came late or could not be undone. */
const reportRules = [
  'The first section could be handed in alone, on one page: the finding that makes this worth deciding, the decision asked for in one sentence, three reasons with figures, cost, the main risk and what limits it, the next date. A short table there is welcome.',
  'A proposal can be tried and undone: a limited trial, the measures it is judged by with their thresholds, the date of the decision after it, and what happens if it fails.',
  'Figures that nobody gave are calculated openly from what was given, or stand as working assumptions: labelled "(가정)" or "(assumption)" where they stand, with the value to be confirmed in a bracket, and collected in one list at the end. Calculations are shown so that a reader can redo them.',
  'External evidence only as far as you are sure of it, with what it does not show. At least two alternatives are weighed, the present state among them, and the reason against each is one that its friends would accept.',
  'One level of formality in every sentence. The purpose is argued: reasons first, then numbers, alternatives, risks with their remedy and owner, then what is asked, by whom and until when.',
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
export const documentOrder = ({ topic, purpose, information, target, instructions }: DocumentForm): Parts => [
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
  more: { work?: Parts; kind?: 'text' | 'list' } = {},
): Prompt =>
  composePrompt(material, { role, task, order: documentOrder(material.form), tone: 'report', ...more })
