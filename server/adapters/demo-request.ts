// Parses a prompt for the demo model. It reads the schema of the answer, a few words of the task, and the elements that
// hold the order, our own work and the material. `composePrompt` in server/features/tools/prompt-sections.ts writes
// those elements.
import type { LanguageModelV4 } from '@ai-sdk/provider'
import { outputLanguages, type OutputLanguage } from '#shared/tools.ts'

type CallOptions = Parameters<LanguageModelV4['doStream']>[0]

export type DemoRequest = {
  instructions: string
  /** The message to answer. */
  prompt: string
  /** Whether the conversation has earlier turns. */
  isFollowUp: boolean
  language: OutputLanguage
  isFormal: boolean
  /** Properties of the requested object; empty for text. */
  properties: string[]
  /** The text of an element by its kind (`order`, `work`, `material`, `begun`) and name; '' when absent. */
  read(kind: ElementKind, name?: string): string
  /** Names of the elements of a kind. */
  names(kind: ElementKind): string[]
}
type ElementKind = 'order' | 'work' | 'material' | 'begun'

const element = /<(order|work|material|begun)-([0-9a-f]{12})(?: name="([^"]*)")?>\n([\s\S]*?)\n<\/\1-\2>/g

export function readDemoRequest(call: CallOptions): DemoRequest {
  const instructions = textOf(call.prompt.find(({ role }) => role === 'system'))
  const prompt = textOf(call.prompt.at(-1))
  const elements = Array.from(prompt.matchAll(element), ([, kind, , name = '', text = '']) => ({
    kind,
    name,
    text,
  }))
  const schema = call.responseFormat?.type === 'json' ? call.responseFormat.schema : undefined
  return {
    instructions,
    prompt,
    isFollowUp: call.prompt.some(({ role }) => role === 'assistant'),
    language: readLanguage(instructions, prompt),
    isFormal: /^- Tone: (?:Formal|격식체|Report|문어체|である調)/m.test(instructions),
    properties: Object.keys(schema?.properties ?? {}),
    read: (kind, name = '') =>
      elements.find((found) => found.kind === kind && found.name === name)?.text ?? '',
    names: (kind) => elements.filter((found) => found.kind === kind).map(({ name }) => name),
  }
}

/** The language that the task names, else the language of the message. */
function readLanguage(instructions: string, prompt: string): OutputLanguage {
  const named = /^- Language: (\w+)/m.exec(instructions)?.[1]
  const known = outputLanguages.find((language) => language === named)
  return known ?? (/[가-힣]/.test(prompt) ? 'Korean' : 'English')
}

/** The text of a message, without its files. */
export const textOf = (message: CallOptions['prompt'][number] | undefined): string =>
  message === undefined
    ? ''
    : typeof message.content === 'string'
      ? message.content
      : message.content.map((part) => ('text' in part ? part.text : '')).join('')
