// What we tell the model when it writes an e-mail. Two calls: subjects, body; editing is every tool's.
import type { EmailForm } from '#shared/tools-form.ts'
import type { TextLength } from '#shared/text-length.ts'
import { titleCount } from '#shared/tools.ts'
import { composePrompt, type Material, type PromptSections, type Prompt } from './prompt-sections.ts'
import { shortLengthTask } from './text-target.ts'

export type EmailMaterial = Material<EmailForm>

export function subjectsPrompt(material: EmailMaterial): Prompt {
  return compose(
    material,
    'You write subject lines that tell a busy person what is wanted.',
    [
      `Give exactly ${titleCount} subject lines for the e-mail of the order.`,
      'Each says what is wanted of the receiver and about what, with the number, date or circumstance that decides it where the order has one ("Invoice 118: payment three weeks overdue"), and how urgent it is where it is; what is asked as a favour sounds like one and presses nobody; at most 30 characters in Korean, Japanese and Chinese, 65 in other languages. In Korean business mail it may begin with what kind of mail it is, such as [요청] or [안내]. No "Re:", no exclamation mark. The clearest one first.',
    ],
    { kind: 'list' },
  )
}

export function bodyPrompt(material: EmailMaterial, input: { subject: string; length: TextLength }): Prompt {
  const { sender, receiver } = material.form
  return compose(
    material,
    'You write e-mails that are answered the same day.',
    [
      'Write the body of the e-mail of the order. The subject line stands in the work "subject"; do not repeat it.',
      receiver
        ? 'Begin with a greeting to the person in "receiver" with the form of address that the language and the relation ask for (Korean: 성함+직함 님, 안녕하세요.), then one sentence on who writes and on what they have in common.'
        : 'Begin with a greeting that fits somebody whose name is not known.',
      'The receiver is addressed, by a bracket for the name where none was given (Korean: [성함] 님). The sender says who they are, and by the second or third sentence what it is about. Courteous as people in this relation write to each other, in idiomatic phrases; no polite formula twice.',
      'Then what speaks for it, all of "strong_points", in the order that persuades, told and not demanded; dates, amounts and places stand together, as a short list where there are three or more.',
      "Make it easy to answer: one friendly, clear next step (a talk, a reply, a date). A request leaves room to decline. No concession, fallback, offer, promise, discount, threat or deadline in the sender's name that the order does not hold.",
      'The tone fits the case: a request is friendly and confident; a complaint or a claim is firm and factual, with dates and effects, what has to happen and until when, and what the sender does otherwise; a refusal is clear in its first half and kind; an apology says what happened, what is done, and no excuse.',
      sender
        ? 'Close with the usual phrase of the language and the name in "sender"; a line with the contact as a bracket where it matters.'
        : "Close with the usual phrase of the language and a bracket for the sender's name.",
      shortLengthTask(input.length, Boolean(material.form.length)),
      'Short paragraphs with an empty line between them; a list only for dates, amounts or three or more parallel points. No heading, no bold, no subject line.',
    ],
    { work: [['subject', input.subject]] },
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

const compose = (
  material: EmailMaterial,
  role: string,
  task: string[],
  more: { work?: PromptSections; kind?: 'text' | 'list' } = {},
): Prompt =>
  composePrompt(material, { role, task, order: emailOrder(material.form), tone: material.form.tone, ...more })
