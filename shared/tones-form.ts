// The request of an analysis, as /v1 takes it.
import { z } from 'zod'
import { languages } from './language.ts'

/** `findPostProblems` checks each link, because links have their own messages. */
export const toneSchema = z.strictObject({
  urls: z.array(z.string('invalid').trim(), 'invalid').max(100, 'invalid'),
  /** The language of the description, which the member reads. */
  language: z.enum(languages, 'choose'),
})
