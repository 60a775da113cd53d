// Request bodies of /v1/ai/use/execute/prompt. They are apart from prompts-run.ts because of zod.
import { z } from 'zod'
import { countCharacters } from './characters.ts'
import { promptModelNames, promptRunLimits } from './prompts-run.ts'

const id = z.int('invalid').positive('invalid')

/**
 * Values by the names of their placeholders. Object.fromEntries, because an assignment would lose a field with the name
 * __proto__.
 */
const parameter = z.unknown().transform((value, context): Record<string, string> => {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  const entries: [string, unknown][] = isObject ? Object.entries(value) : []
  const refuse = (rule: string, count?: number) => {
    context.addIssue({ code: 'custom', message: rule, params: { count } })
    return z.NEVER
  }
  if (!isObject || entries.some(([, text]) => typeof text !== 'string')) return refuse('invalid')
  if (entries.length > promptRunLimits.variablesMax) return refuse('too_many', promptRunLimits.variablesMax)
  return Object.fromEntries(entries.map(([name, text]) => [clean(name), clean(text as string)]))
})

/** Composed, with plain line breaks. Postgres cannot store U+0000 or lone surrogates. */
const clean = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replaceAll('\0', '')
    .replace(/\p{Cs}/gu, '\ufffd')

const question = z.string('invalid').transform((text, context) => {
  const asked = clean(text).trim()
  const length = countCharacters(asked)
  if (length === 0) context.addIssue({ code: 'custom', message: 'required' })
  if (length > promptRunLimits.question)
    context.addIssue({ code: 'custom', message: 'too_long', params: { count: promptRunLimits.question } })
  return asked
})

/** Runs a prompt. Its author may name a version to try. */
const newRun = z.strictObject({
  prompt_id: id,
  prompt_parameter: parameter.default({}),
  version: id.optional(),
  /** Every connected model answers, each in its own column. */
  side_by_side: z.boolean('invalid').default(false),
})
/** A follow-up in a conversation; with several models, the named answer continues. */
const followUp = z.strictObject({
  prompt_use_id: id,
  prompt: question,
  model: z.enum(promptModelNames as ['gpt', 'gemini', 'claude'], 'choose').optional(),
})
/** Requests another answer in place of one. */
const again = z.strictObject({ regenerated_from_id: id })

export type PromptRunForm =
  | ({ kind: 'new' } & z.infer<typeof newRun>)
  | ({ kind: 'follow_up' } & z.infer<typeof followUp>)
  | ({ kind: 'again' } & z.infer<typeof again>)

/** The schema of a request, chosen by the field that identifies its kind. */
export function promptRunSchema(body: object): z.ZodType<PromptRunForm> {
  if ('regenerated_from_id' in body) return again.transform((form) => ({ kind: 'again' as const, ...form }))
  if ('prompt_use_id' in body) return followUp.transform((form) => ({ kind: 'follow_up' as const, ...form }))
  return newRun.transform((form) => ({ kind: 'new' as const, ...form }))
}
