// Schemas of the events of texts and of editor commands that are read from the database.
import { z } from 'zod'
import {
  doneEvent,
  errorCode,
  errorEvent,
  queuedEvent,
  tagsEvent,
  textEvent,
  titlesEvent,
} from '#server/runs/event-schema.ts'
import { verdicts, type CheckedClaim } from '#shared/fact-check.ts'
import { toolStages, type EditEvent, type ReadSource, type ToolEvent } from '#shared/tools.ts'

const source: z.ZodType<ReadSource> = z.object({
  kind: z.enum(['file', 'link', 'web']),
  name: z.string(),
  url: z.string().exactOptional(),
  characters: z.number().nullable(),
  pages: z.number().exactOptional(),
  facts: z.array(z.object({ fact: z.string(), quote: z.string() })).exactOptional(),
  date: z.string().nullable().exactOptional(),
  read_on: z.string().exactOptional(),
  is_sample: z.boolean().exactOptional(),
})
const claim: z.ZodType<CheckedClaim> = z.object({
  claim: z.string(),
  sentence: z.string(),
  verdict: z.enum(verdicts),
  correction: z.string(),
  source: z
    .object({
      title: z.string(),
      url: z.string(),
      date: z.string().nullable(),
      read_on: z.string(),
      quote: z.string(),
      is_sample: z.boolean(),
    })
    .nullable(),
})
const stage = z.enum(toolStages)
const imagesDone = doneEvent.extend({ image: z.int() })

export const toolEvent: z.ZodType<ToolEvent> = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('started'),
    run_id: z.int(),
    stages: z.array(stage),
    ceiling: z.int(),
    is_demo: z.boolean(),
  }),
  queuedEvent,
  z.object({ type: z.literal('stage'), stage, state: z.enum(['active', 'done', 'failed']) }),
  z.object({ type: z.literal('outline'), sections: z.array(z.string()) }),
  titlesEvent,
  textEvent,
  z.object({
    type: z.literal('splice'),
    start: z.int(),
    end: z.int(),
    text: z.string(),
    written: z.enum(['draft', 'revision']).exactOptional(),
  }),
  tagsEvent,
  // Runs of an earlier version stored no advice.
  z.object({
    type: z.literal('assumed'),
    assumed: z.array(z.string()),
    advice: z.array(z.string()).default([]),
  }),
  z.object({ type: z.literal('thumbnail'), picture: z.string() }),
  z.object({ type: z.literal('picture_failed'), code: errorCode, message: z.string() }),
  z.object({ type: z.literal('source'), source }),
  errorEvent.extend({ stage, name: z.string().exactOptional() }),
  imagesDone.extend({ saved_at: z.string().nullable() }),
])

export const editEvent: z.ZodType<EditEvent> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('started'), edit_id: z.int(), ceiling: z.int(), is_demo: z.boolean() }),
  queuedEvent,
  textEvent,
  titlesEvent,
  tagsEvent,
  z.object({ type: z.literal('picture'), picture: z.string() }),
  z.object({ type: z.literal('claims'), claims: z.array(claim) }),
  errorEvent,
  imagesDone,
])
