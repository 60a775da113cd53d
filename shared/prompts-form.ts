// The form of a prompt as a schema. It is apart from prompts.ts because of zod: pages load it only when a form is sent.
import { z } from 'zod'
import { languages } from './language.ts'
import { listPlaceholders } from './prompt-variables.ts'
import { promptCategorySubIds, promptLimits, promptModels, promptVariablesMax } from './prompts.ts'
import { addFieldIssue, text } from './tools-form.ts'

/** Removes characters that Postgres cannot store as text: NUL and lone surrogates. */
const clean = (value: string): string => value.toWellFormed().replaceAll('\0', '')
const promptText = (limits: Parameters<typeof text>[0]) => z.string().transform(clean).pipe(text(limits))

/** P14, with the columns' names. The main category is not stored: the sub-category implies it. */
export const promptSchema = z.strictObject({
  title: promptText({ max: promptLimits.title, isRequired: true }),
  description: promptText({ max: promptLimits.description, isRequired: true }),
  prompt: promptText({ max: promptLimits.prompt, isRequired: true }).superRefine((value, context) => {
    if (new Set(listPlaceholders(value)).size > promptVariablesMax)
      addFieldIssue(context, 'too_many', promptVariablesMax)
  }),
  language: z.enum(languages, 'choose'),
  prompt_model_id: z.literal(Object.values(promptModels), 'choose'),
  prompt_category_sub_id: z.number('choose').refine((id) => promptCategorySubIds.includes(id), 'choose'),
  sample_result: promptText({ max: promptLimits.sample_result }).default(''),
})
export type PromptForm = z.infer<typeof promptSchema>
