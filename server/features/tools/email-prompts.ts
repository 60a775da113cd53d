// What we tell the model when it writes an e-mail. Two calls: subjects, body; editing is every tool's.
import type { EmailForm } from '#shared/tools-form.ts'
import type { TargetLength } from '#shared/text-length.ts'
import { titleCount } from '#shared/tools.ts'
import {
  composePrompt,
  type Material,
  type Prompt,
  type PromptExtras,
  type PromptSections,
} from './prompt-sections.ts'
import { shortLengthTask } from './text-target.ts'

export type EmailMaterial = Material<EmailForm>

export function subjectsPrompt(material: EmailMaterial): Prompt {
  return compose(
    material,
    'You write subject lines that tell a busy person what is wanted.',
    [
      `Give exactly ${titleCount} subject lines for the e-mail of the order.`,
      'Each is the subject that a courteous person in this relation would write for this very mail, in plain words; with the number, date or deadline that the receiver acts on, except where a personal favour is asked. At most 35 characters in Korean, Japanese and Chinese, 65 in other languages. No "Re:", no exclamation mark. The most natural one first.',
    ],
    { kind: 'list' },
  )
}

export function bodyPrompt(
  material: EmailMaterial,
  input: { subject: string; length: TargetLength },
): Prompt {
  return compose(
    material,
    'You write e-mails that are answered the same day.',
    [
      'Write the body of the e-mail of the order. The subject line stands in the work "subject"; do not repeat it.',
      'As people in this relation write to each other in this case: greeting, who writes where that is not known, the matter early, all of "strong_points", what is asked and by when as far as the order says it, thanks, closing. Several dates, amounts or places stand in a short list. Nothing weakens what the sender wants.',
      'Names in the order stand as they are; a name that it does not give is a bracket.',
      shortLengthTask(input.length),
      'Short paragraphs with an empty line between them. No heading, no bold, no subject line.',
    ],
    { work: [['subject', input.subject]], kind: 'plain' },
  )
}

/** The order as it goes into every call about the text. */
export const emailOrder = ({
  topic,
  strong_points,
  sender,
  receiver,
  instructions,
}: EmailForm): PromptSections => [
  ['topic', topic],
  ['strong_points', strong_points],
  ['sender', sender],
  ['receiver', receiver],
  ['instructions', instructions],
]

const compose = (material: EmailMaterial, role: string, task: string[], more: PromptExtras = {}): Prompt =>
  composePrompt(material, { role, task, order: emailOrder(material.form), tone: material.form.tone, ...more })
