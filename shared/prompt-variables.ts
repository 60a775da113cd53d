/** A field that a placeholder of a prompt makes. */
export type PromptVariable = {
  /** As written, without the marks below: white space made single, composed (NFC). The same name is one field. */
  name: string
  /** `##tone:soft|hard##` offers a choice; empty for free text. */
  choices: string[]
  /** `##city=Seoul##` begins filled. */
  defaultValue: string
  /** `##note?##` may stay empty. */
  isOptional: boolean
  /** `##text...##` is written in a large field. */
  isLong: boolean
}

const placeholder = /##([^#\n]+)##/g

/** The bodies of all placeholders of a text, in order, repeats included. Any script. */
export function listPlaceholders(text: string): string[] {
  return [...text.normalize('NFC').matchAll(placeholder)].map((match) => match[1] ?? '')
}

/** The fields that placeholders make, each name once: what comes first says how its field looks. */
export function parsePromptVariables(bodies: readonly string[]): PromptVariable[] {
  const fields = new Map<string, PromptVariable>()
  for (const body of bodies) {
    const variable = parseVariable(body)
    if (variable.name && !fields.has(variable.name)) fields.set(variable.name, variable)
  }
  return [...fields.values()]
}

function parseVariable(body: string): PromptVariable {
  const [, head = '', mark, rest = ''] = /^([^:=]*)(?:([:=])(.*))?$/s.exec(body.normalize('NFC')) ?? []
  const isOptional = /\?\s*$/.test(head)
  const isLong = /(\.\.\.|…)\s*\??\s*$/.test(head)
  const name = head
    .replace(/[\s?.…]+$/, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const choices =
    mark === ':'
      ? rest
          .split('|')
          .map((choice) => choice.trim())
          .filter(Boolean)
      : []
  return {
    name,
    choices: [...new Set(choices)],
    defaultValue: mark === '=' ? rest.trim() : '',
    isOptional,
    isLong,
  }
}

/**
 * The text with its placeholders filled. Values are text and nothing else: what looks like a placeholder in one, or like `$&`, stays.
 * A placeholder without a value becomes its default, or nothing.
 */
export function fillPrompt(text: string, values: Readonly<Record<string, string>>): string {
  return text.normalize('NFC').replaceAll(placeholder, (whole, body: string) => {
    const { name, defaultValue } = parseVariable(body)
    if (!name) return whole
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    return value === undefined || value === '' ? defaultValue : value
  })
}
