import { expect, it } from 'vitest'
import { z } from 'zod'
import { ModelError, type Model, type ModelCall, type ModelPart } from '#server/adapters/models.ts'
import { estimateTokens } from '#shared/usage.ts'
import { createMeter, type Meter } from './meter.ts'

/** A model that gives these parts, one list per call; an error in a list is thrown at its place. */
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
  await meter.text(asked, (piece) => (all += piece))
  return all
}

it('the provider’s own numbers count', async () => {
  const meter = meterOf(scripted([text('hello'), end(120, 30)]))
  expect(await read(meter)).toBe('hello')
  expect([meter.usage(), meter.price()]).toEqual([{ input: 120, output: 30 }, 150])
})

it('row 61: missing usage is estimated from what was sent and what came', async () => {
  const meter = meterOf(scripted([text('안녕하세요, 반가워요'), new ModelError('stream_cut')]))
  await expect(read(meter)).rejects.toMatchObject({ code: 'stream_cut' })
  expect(meter.usage()).toEqual({ input: sent, output: estimateTokens('안녕하세요, 반가워요', 'gpt') })
})

it('a call that was refused before its first word costs nothing', async () => {
  const meter = meterOf(scripted([new ModelError('model_unavailable', { statusCode: 401 })]))
  await expect(read(meter)).rejects.toMatchObject({ code: 'model_unavailable' })
  expect(meter.usage()).toEqual({ input: 0, output: 0 })
})

it('R5: one retry before the first word for 429, 503 and 529, none for anything else and none after it', async () => {
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

it('row 71: a call may write what is left under the ceiling, and nothing is called when that is nothing', async () => {
  const model = scripted([text('x'), end(500, 300)], [text('y'), end(10, 10)])
  const meter = meterOf(model, { ceiling: 1_000 })
  await read(meter)
  await read(meter, { ...call, reserveTokens: 50 })
  expect(model.calls.map(({ maxOutputTokens }) => maxOutputTokens)).toEqual([1_000 - sent, 200 - sent - 50])
  await expect(read(meterOf(model, { ceiling: 60 }))).rejects.toMatchObject({ code: 'no_tokens' })
  expect(model.calls).toHaveLength(2)
})

it('what is being written counts while it is written, so that a stop charges it', async () => {
  const abort = new AbortController()
  const meter = meterOf(scripted([text('a piece of text'), text('another one'), end(50, 9)]), abort)
  const pieces: string[] = []
  const written = meter.text(call, (piece) => {
    pieces.push(piece)
    expect(meter.price()).toBeGreaterThan(sent)
    abort.abort(new Error('stop'))
  })
  await expect(written).rejects.toThrow('stop')
  expect(pieces).toEqual(['a piece of text'])
  expect(meter.price()).toBeGreaterThan(sent)
})

it('a model that is left because there is enough tells nothing more, and what it wrote counts', async () => {
  const meter = meterOf(scripted([text('one\0'), text('two'), text('three'), end(50, 9)]))
  const pieces: string[] = []
  await meter.text(call, (piece) => pieces.push(piece) < 2)
  expect(pieces).toEqual(['one', 'two'])
  expect(meter.usage()).toEqual({ input: sent, output: estimateTokens('one\0two', 'gpt') })
})

it('an object may stand between fences; one that does not fit is asked for once more, with what was wrong', async () => {
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

it('silence fails a call with model_timeout, and a stop ends it with its own reason', async () => {
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

it('calls that begin or end together go on one by one: what is being written has its turns between them', async () => {
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
