// What is asked of an analysis, as /v1 takes it.
import { z } from 'zod'
import { languages } from './language.ts'

/** The links have words of their own for what is wrong with each: `findPostProblems` looks at them. */
export const toneForm = z.strictObject({
  urls: z.array(z.string('invalid').trim(), 'invalid').max(100, 'invalid'),
  /** Of the description, which the member reads. */
  language: z.enum(languages, 'choose'),
})
