import type { Model, ModelCall } from '#server/adapters/models.ts'

export type Answer = { text: string; input: number; output: number; seconds: number }

/** One call, outside of the product. Unreported tokens count as none. @throws the model's errors */
export async function askModel(
  model: Model,
  call: Pick<ModelCall, 'instructions' | 'prompt' | 'schema'>,
): Promise<Answer> {
  const beganAt = performance.now()
  const answer = { text: '', input: 0, output: 0 }
  const signal = new AbortController().signal
  await model.stream(
    { ...call, files: [], maxOutputTokens: 16_000, isThoughtThrough: false, signal },
    (part) => {
      if (part.type === 'text') answer.text += part.delta
      if (part.type === 'end') Object.assign(answer, { input: part.input ?? 0, output: part.output ?? 0 })
    },
  )
  return { ...answer, seconds: (performance.now() - beganAt) / 1000 }
}
