// What we tell the model when one section of a text is written anew, whatever tool wrote the text.
import { composePrompt, type Material, type Prompt } from './prompt-parts.ts'
import type { Tone } from '#shared/tools.ts'

export function sectionPrompt(
  material: Material,
  input: {
    text: string
    heading: string
    section: string
    characters: number
    instruction: string
    tone: Tone | 'report'
    parts: [string, string][]
  },
): Prompt {
  return composePrompt(material, {
    role: 'You rewrite one part of a text so that it fits the rest and is better than before.',
    task: [
      'Write the section in the part "section" anew. The whole text is in the part "text", for what comes before and after: repeat nothing of it, contradict nothing in it.',
      input.instruction
        ? 'The member says in the part "wish" what should be different. Follow it as far as it concerns the wording, content or length of this section, and nothing else.'
        : 'Say it more clearly and more concretely than before, from another side where that helps.',
      `Only the text of the section in Markdown: no heading, nothing of the other sections, no remark about the task. About ${input.characters} characters, unless the wish asks for another length.`,
    ],
    parts: [
      ...input.parts,
      ['text', input.text],
      ['section', `${input.heading}\n\n${input.section}`],
      ['wish', input.instruction],
    ],
    tone: input.tone,
    reader: null,
  })
}
