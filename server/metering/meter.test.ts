import { expect, it } from 'vitest'
import { z } from 'zod'
import { ModelError, type Model, type ModelCall, type ModelPart } from '#server/adapters/models.ts'
import { estimateTokens } from '#shared/usage.ts'
import { createMeter, type Meter } from './meter.ts'

/** A model that emits these parts, one list per call; an error in a list is thrown at its position. */
function scripted(...script: (ModelPart | Error)[][]): Model & { calls: ModelCall[] } {
  const calls: ModelCall[] = []
  return {
    name: 'gpt',
    isDemo: false,
    canReadPdf: true,
    calls,
    async stream(call, onPart) {
      calls.push(call)
      for (const part of script[calls.length - 1] ?? []) {
        if (part instanceof Error) throw part
        onPart(part)
        call.signal.throwIfAborted()
      }
    },
  }
}
const text = (delta: string): ModelPart => ({ type: 'text', delta })
const end = (input?: number, output?: number): ModelPart => ({
  type: 'end',
  reason: 'complete',
  input,
  output,
})
const call = { instructions: 'Write.', prompt: 'A prompt of some length.', outputTokensMax: 1_000, demo: {} }
const sent = estimateTokens(call.instructions + call.prompt, 'gpt')
const meterOf = (model: Model, options: { ceiling?: number; signal?: AbortSignal } = {}) =>
  createMeter(model, {
    ceiling: options.ceiling ?? 10_000,
    signal: options.signal ?? new AbortController().signal,
    timeoutMs: 1_000,
  })
async function read(meter: Meter, asked: Parameters<Meter['text']>[0] = call): Promise<string> {
  let all = ''
  await meter.text(asked, (delta) => (all += delta))
  return all
}

it('the provider’s own usage counts', async () => {
  const meter = meterOf(scripted([text('hello'), end(120, 30)]))
  expect(await read(meter)).toBe('hello')
  expect([meter.usage(), meter.price()]).toEqual([{ input: 120, output: 30 }, 150])
})

it('row 61: missing usage is estimated from the request and the deltas', async () => {
  const meter = meterOf(scripted([text('안녕하세요, 반가워요'), new ModelError('stream_cut')]))
  await expect(read(meter)).rejects.toMatchObject({ code: 'stream_cut' })
  expect(meter.usage()).toEqual({ input: sent, output: estimateTokens('안녕하세요, 반가워요', 'gpt') })
})

it('a call that was refused before its first delta costs nothing', async () => {
  const meter = meterOf(scripted([new ModelError('model_unavailable', { statusCode: 401 })]))
  await expect(read(meter)).rejects.toMatchObject({ code: 'model_unavailable' })
  expect(meter.usage()).toEqual({ input: 0, output: 0 })
})

it('R5: one retry before the first delta for 429, 503 and 529, no retry for other errors or after it', async () => {
  for (const statusCode of [429, 503, 529]) {
    const model = scripted(
      [new ModelError('model_unavailable', { statusCode, retryAfterMs: 0 })],
      [text('ok'), end(1, 1)],
    )
    expect(await read(meterOf(model))).toBe('ok')
  }
  for (const first of [
    [new ModelError('model_unavailable', { statusCode: 500 })],
    [new ModelError('model_unavailable', { statusCode: 429, retryAfterMs: 60_000 })],
    [text('ok'), new ModelError('model_unavailable', { statusCode: 429, retryAfterMs: 0 })],
  ]) {
    const model = scripted(first, [text('again'), end(1, 1)])
    await expect(read(meterOf(model))).rejects.toBeInstanceOf(ModelError)
    expect(model.calls).toHaveLength(1)
  }
})

it('row 71: a call may write the rest below the ceiling, and no call is made when nothing is left', async () => {
  const model = scripted([text('x'), end(500, 300)], [text('y'), end(10, 10)])
  const meter = meterOf(model, { ceiling: 1_000 })
  await read(meter)
  await read(meter, { ...call, reserveTokens: 50 })
  expect(model.calls.map(({ maxOutputTokens }) => maxOutputTokens)).toEqual([1_000 - sent, 200 - sent - 50])
  await expect(read(meterOf(model, { ceiling: 60 }))).rejects.toMatchObject({ code: 'no_tokens' })
  expect(model.calls).toHaveLength(2)
})

it('deltas count while they arrive, so that a cancel charges them', async () => {
  const abort = new AbortController()
  const meter = meterOf(scripted([text('a piece of text'), text('another one'), end(50, 9)]), abort)
  const deltas: string[] = []
  const written = meter.text(call, (delta) => {
    deltas.push(delta)
    expect(meter.price()).toBeGreaterThan(sent)
    abort.abort(new Error('stop'))
  })
  await expect(written).rejects.toThrow('stop')
  expect(deltas).toEqual(['a piece of text'])
  expect(meter.price()).toBeGreaterThan(sent)
})

it('a call that ends early emits no more deltas, and its deltas count', async () => {
  const meter = meterOf(scripted([text('one\0'), text('two'), text('three'), end(50, 9)]))
  const deltas: string[] = []
  await meter.text(call, (delta) => deltas.push(delta) < 2)
  expect(deltas).toEqual(['one', 'two'])
  expect(meter.usage()).toEqual({ input: sent, output: estimateTokens('one\0two', 'gpt') })
})

it('an object may be inside code fences; an invalid one is retried once, with the validation errors', async () => {
  const schema = z.object({ tags: z.array(z.string()) })
  const ask = { ...call, schema, invalidCode: 'tool_create_failed' as const }
  expect(
    await meterOf(scripted([text('```json\n{"tags":'), text('["a"]}\n```'), end(1, 1)])).object(ask),
  ).toEqual({ tags: ['a'] })
  const model = scripted([text('{"tags":["a",7]}'), end(5, 5)], [text('{"tags":["b"]}'), end(5, 5)])
  const second = meterOf(model)
  expect(await second.object(ask)).toEqual({ tags: ['b'] })
  expect(second.price()).toBe(20)
  expect(model.calls.map(({ instructions }) => instructions)).toEqual([
    call.instructions,
    expect.stringMatching(/could not be used: tags\.1 \(.*string.*\)/),
  ])
  await expect(
    meterOf(scripted([text('no'), end(1, 1)], [text('{'), end(1, 1)])).object(ask),
  ).rejects.toMatchObject({ code: 'tool_create_failed' })
})

it('silence fails a call with model_timeout, and an abort ends it with its own reason', async () => {
  const silent: Model = {
    ...scripted(),
    async stream({ signal }, onPart) {
      onPart(text('a'))
      await new Promise((_, reject) => {
        const fail = () => reject(signal.reason as Error)
        if (signal.aborted) fail()
        signal.addEventListener('abort', fail, { once: true })
      })
    },
  }
  const quick = createMeter(silent, { ceiling: 10_000, signal: new AbortController().signal, timeoutMs: 10 })
  await expect(read(quick)).rejects.toMatchObject({ code: 'model_timeout' })
  const abort = new AbortController()
  const written = meterOf(silent, { signal: abort.signal }).text(call, () => abort.abort(new Error('stop')))
  await expect(written).rejects.toThrow('stop')
})

it('calls that start or end together continue one by one, with turns for running streams between them', async () => {
  const { turn, stop } = countTurns()
  const gate = Promise.withResolvers<void>()
  const begun: number[] = []
  const ended: number[] = []
  const model: Model = {
    ...scripted(),
    async stream(_, onPart) {
      begun.push(turn())
      if (begun.length === 20) gate.resolve()
      await gate.promise
      onPart(end(1, 1))
    },
  }
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      await read(meterOf(model))
      ended.push(turn())
    }),
  )
  stop()
  expect([new Set(begun).size, new Set(ended).size]).toEqual([20, 20])
})

/** Turns of the event loop. */
function countTurns(): { turn: () => number; stop: () => void } {
  let turn = 0
  let isOver = false
  const next = () => {
    turn++
    if (!isOver) setImmediate(next)
  }
  next()
  return { turn: () => turn, stop: () => (isOver = true) }
}
