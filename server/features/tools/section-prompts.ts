// Prompts for rewriting one section of a text, for every tool.
import { composePrompt, type PromptInput, type PromptSections, type Prompt } from './prompt-sections.ts'
import type { Tone } from '#shared/tools.ts'
import type { TextLength } from '#shared/text-length.ts'
import { describeLength } from './text-target.ts'

export function sectionPrompt(
  material: PromptInput,
  input: {
    text: string
    heading: string
    section: string
    characters: number
    instruction: string
    /** The ordered length of the whole text. */
    length: TextLength | null
    tone: Tone | 'report'
    /** The order of the whole text. */
    order: PromptSections
  },
): Prompt {
  return composePrompt(material, {
    role: 'You rewrite one part of a text so that it fits the rest and is better than before.',
    task: [
      'Write the section in the material "section" anew. The whole text is in the material "text", for what comes before and after: repeat nothing of it, contradict nothing in it. The rest of the order was for the whole text; its length and structure are not those of this section.',
      ...(input.length
        ? [
            `The whole text was ordered with ${describeLength(input.length)}: the section keeps its share of it.`,
          ]
        : []),
      input.instruction
        ? 'The order "change to this section" says what is to be different. It comes last and wins over everything else.'
        : 'Say it more clearly and more concretely than before, from another side where that helps.',
      `Only the text of the section in Markdown: no heading, nothing of the other sections, no remark about the task. About ${input.characters} characters, unless the change asks for another length.`,
    ],
    order: [...input.order, ['change to this section', input.instruction]],
    handedIn: [
      ['text', input.text],
      ['section', `${input.heading}\n\n${input.section}`],
    ],
    tone: input.tone,
  })
}
