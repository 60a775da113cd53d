// The contact form as a schema. It is apart from contact.ts because of zod: the page loads it only when the form is
// sent.
import { z } from 'zod'
import { contactLimits, contactTypes } from './contact.ts'
import { languages } from './language.ts'
import { addFieldIssue, text } from './tools-form.ts'

/** Removes characters that Postgres cannot store as text: NUL and lone surrogates. */
const clean = (value: string): string => value.toWellFormed().replaceAll('\0', '')

/** O03: all four fields are required, and the address must be valid. */
export const contactSchema = z.strictObject({
  type: z.enum(contactTypes, 'choose'),
  email: z
    .string()
    .transform((value) => clean(value).trim())
    .superRefine((value, context) => {
      if (value === '') addFieldIssue(context, 'required')
      else if (value.length > contactLimits.email || !z.email().safeParse(value).success)
        addFieldIssue(context, 'invalid')
    }),
  title: z
    .string()
    .transform((value) => clean(value).replace(/\s+/g, ' '))
    .pipe(text({ max: contactLimits.title, isRequired: true })),
  description: z
    .string()
    .transform(clean)
    .pipe(text({ max: contactLimits.description, isRequired: true })),
  lang: z.enum(languages),
})
export type ContactForm = z.infer<typeof contactSchema>

const question = z.int('invalid').positive('invalid')
/** Bodies of POST /v1/contact/answer and /v1/contact/answer/email. */
export const answerSchema = z.strictObject({
  question,
  answer: z
    .string()
    .transform(clean)
    .pipe(text({ max: contactLimits.answer, isRequired: true })),
})
export const answerEmailSchema = z.strictObject({ question })
