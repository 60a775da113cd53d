// The forms of the tools as schemas. Apart from tools.ts, because they bring zod: pages load it only when a form is sent.
import { z } from 'zod'
import { countCharacters } from './characters.ts'
import type { FieldRule } from './errors.ts'
import { editFeatures, editLimits } from './tools-edit.ts'
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
function addFieldIssue(context: z.RefinementCtx, rule: FieldRule, count?: number, field?: string): void {
  context.addIssue({ code: 'custom', message: rule, params: { count }, ...(field ? { path: [field] } : {}) })
}

/**
 * Files that were stored before (app/session/upload-file.ts), by their path in the private bucket and the name that the person knows.
 * More than `countMax` is for the caller to tell: it has words of its own.
 */
export const toolFiles = (countMax: number) =>
  z
    .array(
      z.strictObject(
        {
          path: z.string().regex(/^[0-9a-f]{32}\/I[0-9]{13}\.[0-9a-z]{2,4}$/),
          name: z.string().min(1).max(300).transform(cleanFileName),
        },
        'invalid',
      ),
      'invalid',
    )
    .max(countMax)
export type ToolFile = z.infer<ReturnType<typeof toolFiles>>[number]

/** Control characters and paths have no place in a name that is shown and told to a model. */
const cleanFileName = (name: string): string =>
  Array.from(name.replace(/[\p{Cc}\p{Cf}]/gu, '').replace(/[\\/]/g, '_'))
    .slice(-120)
    .join('')

/** The article's form (T05, T11). Limits are inclusive. Its file travels beside it as `files`. */
export const articleForm = z.strictObject({
  topic: text({ max: articleLimits.topic, isRequired: true }),
  tone: z.enum(tones, 'choose'),
  language: z.enum(outputLanguages, 'choose'),
  information: text({ max: articleLimits.information }).default(''),
  target: text({ max: articleLimits.target }).default(''),
  thumbnail: z.boolean('invalid').default(false),
})
export type ArticleForm = z.infer<typeof articleForm>

/** A command of the editor (T02, T12): on a passage, or at a place between `before` and `after`. Only a wish of one's own has words. */
export const editForm = z
  .strictObject({
    id: z.int('invalid').positive('invalid'),
    feature: z.enum(editFeatures, 'choose'),
    text: text({ max: editLimits.text }).default(''),
    before: z.string().max(editLimits.around).default(''),
    after: z.string().max(editLimits.around).default(''),
    instruction: text({ max: editLimits.instruction }).default(''),
  })
  .superRefine(({ feature, text: passage, before, instruction }, context) => {
    const needsWish = feature === 'text' && instruction === ''
    const needsText =
      feature === 'text-continue' ? before.trim() === '' : feature !== 'text' && passage === ''
    if (needsWish) addFieldIssue(context, 'required', undefined, 'instruction')
    if (needsText) addFieldIssue(context, 'required', undefined, 'text')
  })
export type EditForm = z.infer<typeof editForm>

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
