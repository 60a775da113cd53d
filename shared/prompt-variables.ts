import { countCharacters } from './characters.ts'
import type { FieldRule } from './errors.ts'

/** The form field of a placeholder in a prompt. */
export type PromptVariable = {
  /**
   * The first spelling, without the marks below: single spaces, composed (NFC). Placeholders with the same name are one
   * field.
   */
  name: string
  /** `##tone:soft|hard##` offers a choice; empty for free text. */
  choices: string[]
  /** `##city=Seoul##` has an initial value. */
  defaultValue: string
  /** `##note?##` may stay empty. */
  isOptional: boolean
  /** `##text...##` has a large field. */
  isLong: boolean
}

/** In characters as people count them; members paste long texts into these fields. */
export const promptValueMaxLength = 20_000

const placeholder = /##([^#\n]+)##/g

/** Names that differ only in white space or composition are equal, because Korean spacing varies. */
const keyOf = (name: string): string => name.normalize('NFC').replaceAll(/\s+/g, '')

/** The bodies of all placeholders of a text, in order, repeats included. Any script. */
export function listPlaceholders(text: string): string[] {
  return [...text.normalize('NFC').matchAll(placeholder)].map((match) => match[1] ?? '')
}

/** The fields of placeholders, each name once: the first one decides the field's type. */
export function parsePromptVariables(bodies: readonly string[]): PromptVariable[] {
  const fields = new Map<string, PromptVariable>()
  for (const body of bodies) {
    const variable = parseVariable(body)
    const key = keyOf(variable.name)
    if (key && !fields.has(key)) fields.set(key, variable)
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

/** The initial values of a form: the defaults, or the `stored` values of the last time that are still valid. */
export function startValues(
  variables: readonly PromptVariable[],
  stored: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const before = byKey(stored)
  return Object.fromEntries(
    variables.map(({ name, choices, defaultValue }) => {
      const value = before.get(keyOf(name))
      const fits = value !== undefined && (choices.length === 0 || choices.includes(value))
      return [name, fits ? value : defaultValue]
    }),
  )
}

/** The problems of values, by name; empty when the prompt can be filled. A field with a default is never missing. */
export function checkPromptValues(
  variables: readonly PromptVariable[],
  values: Readonly<Record<string, string>>,
): Record<string, FieldRule> {
  const given = byKey(values)
  // Object.fromEntries, because an assignment would lose a field with the name __proto__.
  return Object.fromEntries(
    variables.flatMap((variable) => {
      const rule = findProblem(variable, given.get(keyOf(variable.name)) ?? '')
      return rule ? [[variable.name, rule]] : []
    }),
  )
}

function findProblem(variable: PromptVariable, value: string): FieldRule | null {
  const { choices, defaultValue, isOptional } = variable
  if (value.trim() === '') {
    if (isOptional || defaultValue) return null
    return choices.length > 0 ? 'choose' : 'required'
  }
  if (choices.length > 0 && !choices.includes(value.normalize('NFC'))) return 'choose'
  return countCharacters(value) > promptValueMaxLength ? 'too_long' : null
}

/**
 * Fills the placeholders of the text. Values are plain text: a placeholder or `$&` in one stays unchanged.
 * A placeholder without a value becomes its default (the field's, if this one has none), or empty.
 */
export function fillPrompt(text: string, values: Readonly<Record<string, string>>): string {
  const given = byKey(values)
  const defaults = new Map(
    parsePromptVariables(listPlaceholders(text)).map((field) => [keyOf(field.name), field.defaultValue]),
  )
  return text.normalize('NFC').replaceAll(placeholder, (whole, body: string) => {
    const { name, defaultValue } = parseVariable(body)
    if (!name) return whole
    const key = keyOf(name)
    return given.get(key) || defaultValue || (defaults.get(key) ?? '')
  })
}

const byKey = (values: Readonly<Record<string, string>>): Map<string, string> =>
  new Map(Object.entries(values).map(([name, value]) => [keyOf(name), value]))
