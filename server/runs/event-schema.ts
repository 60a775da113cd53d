// Schemas that events of all kinds share, for events that are read from the database.
import { z } from 'zod'
import { errorCodes, type ErrorCode } from '#shared/errors.ts'

export const errorCode = z.enum(errorCodes as [ErrorCode, ...ErrorCode[]])
export const endedStatus = z.enum(['done', 'stopped', 'failed'])
export const queuedEvent = z.object({ type: z.literal('queued'), position: z.int() })
export const textEvent = z.object({ type: z.literal('text'), delta: z.string() })
export const titlesEvent = z.object({ type: z.literal('titles'), titles: z.array(z.string()) })
export const tagsEvent = z.object({ type: z.literal('tags'), tags: z.array(z.string()) })
export const errorEvent = z.object({ type: z.literal('error'), code: errorCode, message: z.string() })
export const doneEvent = z.object({
  type: z.literal('done'),
  status: endedStatus,
  token: z.int(),
  available: z.int(),
})
