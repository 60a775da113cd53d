// Requests of keyword research, as /v1 takes them.
import { z } from 'zod'
import { cleanKeyword, keywordLimits } from './keywords.ts'

export const keywordDataSchema = z.strictObject({
  keyword: z.string('invalid').transform(cleanKeyword),
  /** Only if it opens without a charge. */
  free_only: z.boolean('invalid').default(false),
})
export const keywordTrendSchema = z.strictObject({
  keywords: z
    .array(z.string('invalid').transform(cleanKeyword), 'invalid')
    .min(1, 'required')
    .max(keywordLimits.trendKeywordsMax, 'invalid'),
})
