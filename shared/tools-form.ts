// The forms of the tools as schemas. Apart from tools.ts, because they bring zod: pages load it only when a form is sent.
import { z } from 'zod'
import { countCharacters } from './characters.ts'
import type { FieldRule } from './errors.ts'
import { articleLimits, outputLanguages, tones } from './tools.ts'

function text(limits: { max: number; isRequired?: boolean }) {
  return z
    .string()
    .transform((value) => value.normalize('NFC').trim())
    .superRefine((value, context) => {
      const length = countCharacters(value)
      if (limits.isRequired && length === 0) addFieldIssue(context, 'required')
      if (length > limits.max) addFieldIssue(context, 'too_long', limits.max)
    })
}

/** A refused field carries one of the catalogue's rules as message and its limit as `params.count`. */
function addFieldIssue(context: z.RefinementCtx, rule: FieldRule, count?: number): void {
  context.addIssue({ code: 'custom', message: rule, params: { count } })
}

/** The article's form (T05, T11). Limits are inclusive. The file travels beside it, see `toolFileExtensions`. */
export const articleForm = z.strictObject({
  topic: text({ max: articleLimits.topic, isRequired: true }),
  tone: z.enum(tones, 'choose'),
  language: z.enum(outputLanguages, 'choose'),
  information: text({ max: articleLimits.information }).default(''),
  target: text({ max: articleLimits.target }).default(''),
  thumbnail: z.boolean('invalid').default(false),
})
export type ArticleForm = z.infer<typeof articleForm>

/** One message per field, the first that was found. Works for every form whose issues come from here. */
export function fieldProblems(error: z.ZodError): Record<string, { rule: FieldRule; count?: number }> {
  const problems: Record<string, { rule: FieldRule; count?: number }> = {}
  for (const issue of error.issues) {
    const field = String(issue.path[0] ?? '')
    if (problems[field]) continue
    const count = issue.code === 'custom' ? (issue.params?.count as number | undefined) : undefined
    const rule =
      issue.code === 'custom' || issue.message === 'choose' ? (issue.message as FieldRule) : 'invalid'
    problems[field] = count === undefined ? { rule } : { rule, count }
  }
  return problems
}
