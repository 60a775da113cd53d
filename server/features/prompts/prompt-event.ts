// Schemas of prompt run events that are read from the database.
import { z } from 'zod'
import {
  doneEvent,
  endedStatus,
  errorCode,
  errorEvent,
  queuedEvent,
  textEvent,
} from '#server/runs/event-schema.ts'
import { promptModelNames, type PromptEvent } from '#shared/prompts-run.ts'
import type { PromptModelName } from '#shared/prompts.ts'
import { modelWeights, type ModelName } from '#shared/usage.ts'

const by = z.enum(Object.keys(modelWeights) as [ModelName, ...ModelName[]])
const model = z.enum(promptModelNames as [PromptModelName, ...PromptModelName[]])

export const promptEvent: z.ZodType<PromptEvent> = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('started'),
    run_id: z.int(),
    answers: z.array(z.object({ id: z.int(), model, by })),
    ceiling: z.int(),
    is_demo: z.boolean(),
    left_out: z.int(),
  }),
  queuedEvent,
  textEvent.extend({ model }),
  z.object({
    type: z.literal('answer'),
    model,
    status: endedStatus,
    token: z.int(),
    code: errorCode.exactOptional(),
  }),
  errorEvent,
  doneEvent,
])
