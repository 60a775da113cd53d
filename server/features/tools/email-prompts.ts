// What we tell the model when it writes an e-mail. Two calls: subjects, body.
import type { EmailForm } from '#shared/tools-form.ts'
import { titleCount } from '#shared/tools.ts'
import { composePrompt, type Material, type Prompt } from './prompt-parts.ts'

export type EmailMaterial = Material<EmailForm>

export function subjectsPrompt(material: EmailMaterial): Prompt {
  return compose(
    material,
    'You write subject lines that tell a busy person what is wanted.',
    [
      `Give exactly ${titleCount} subject lines for the e-mail described by the material.`,
      'At most 50 characters each: the matter first, then what is asked for or offered. Each from another side. No "Re:", no exclamation mark, no quotation marks, no number that the material does not hold.',
    ],
    [],
  )
}

export function bodyPrompt(material: EmailMaterial, input: { subject: string; characters: number }): Prompt {
  const { sender, receiver } = material.form
  return compose(
    material,
    'You write e-mails that are answered.',
    [
      'Write the body of the e-mail about the topic. The subject line is in the part "subject"; do not repeat it.',
      receiver
        ? 'Begin with a greeting to the person in the part "receiver", with the title or form of address that the language asks for.'
        : 'Begin with a greeting that fits somebody whose name is not known.',
      'Say in the first two sentences why you write. Then what the part "strong_points" holds, all of it, in the order that persuades. End with one clear next step that is easy to say yes to.',
      sender
        ? 'Close with the usual phrase of the language and the name in the part "sender".'
        : 'Close with the usual phrase of the language, without a name and without a placeholder for one.',
      `About ${input.characters} characters. Short paragraphs with an empty line between them; a list only for three or more parallel points. No heading, no bold, no subject line.`,
    ],
    [['subject', input.subject]],
  )
}

function compose(material: EmailMaterial, role: string, task: string[], work: [string, string][]): Prompt {
  const { topic, strong_points, sender, receiver, tone } = material.form
  return composePrompt(material, {
    role,
    task,
    parts: [
      ['topic', topic],
      ['strong_points', strong_points],
      ['sender', sender],
      ['receiver', receiver],
      ...work,
    ],
    tone,
    reader: null,
  })
}
