import { z } from 'zod'
import type { ModelCall } from '#server/adapters/models.ts'

const note = 'A sign says that the reading room opens at nine.'

const answers: Record<string, string> = {
  notes: '',
  sections: '{"sections":[{"heading":"A","share":50,"points":[]},{"heading":"B","share":50,"points":[]}]}',
  titles: '{"titles":["1","2","3","4","5"]}',
  tags: '{"tags":["a"]}',
  passages: '{"passages":[],"advice":[]}',
  pictures: '{"pictures":[{"scene":"A bench.","alt":"A bench"}]}',
}

/** The kind of a call: a property of the object, `revision` or `text`. */
export function askedOf({ schema, instructions }: Pick<ModelCall, 'schema' | 'instructions'>): string {
  const properties = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  return (
    properties.find((name) => name in answers) ?? (instructions.includes('<notes>') ? 'revision' : 'text')
  )
}

/** The smallest valid answer. */
export function plainAnswer(call: ModelCall): string {
  const asked = askedOf(call)
  if (asked === 'notes') return JSON.stringify({ notes: call.files.map(() => note) })
  return answers[asked] ?? 'A text.'
}
