// Schemas of tone analysis events that are read from the database.
import { z } from 'zod'
import { doneEvent, errorCode, errorEvent, queuedEvent } from '#server/runs/event-schema.ts'
import type { ToneEvent, ToneLink } from '#shared/tones.ts'

const link: z.ZodType<ToneLink> = z.union([
  z.object({ url: z.string(), title: z.string(), site: z.string(), characters: z.number() }),
  z.object({ url: z.string(), code: errorCode }),
])

export const toneEvent: z.ZodType<ToneEvent> = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('started'),
    analysis_id: z.int(),
    urls: z.array(z.string()),
    is_demo: z.boolean(),
  }),
  queuedEvent,
  z.object({ type: z.literal('link'), link }),
  z.object({ type: z.literal('learning') }),
  errorEvent,
  doneEvent,
])
