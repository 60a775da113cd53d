// Counts the cost of a run's model calls and limits it to the run's ceiling. The only place that starts a model call.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { z } from 'zod'
import { ModelError, type Model, type ModelFile, type ModelPart, type Turn } from '#server/adapters/models.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import {
  createTokenEstimate,
  estimateFileTokens,
  estimateTokens,
  modelWeights,
  type ModelName,
} from '#shared/usage.ts'
import { retryOnce } from '#server/adapters/retry-once.ts'

type MeteredCall = {
  instructions: string
  /** The earlier turns of the conversation; they count as sent. */
  turns?: Turn[]
  prompt: string
  files?: ModelFile[]
  /** The maximum output of this call, in model tokens. */
  outputTokensMax: number
  /** Reserved for later calls of the run, in model tokens. */
  reserveTokens?: number
  /** Allows reasoning before the answer; reasoning counts as output. */
  isThoughtThrough?: boolean
}

/** `length`: the answer reached its maximum length. */
export type EndReason = 'complete' | 'length'

type Usage = { input: number; output: number }

export type Meter = {
  /** The model of the calls. */
  model: ModelName
  /** Usage so far in model tokens, including failed and running calls. */
  usage(): Usage
  /** The cost in the member's tokens, never more than the ceiling. */
  price(): number
  /** From the beginning of its first call to the end of its last. */
  durationMs(): number
  /** Charges nothing, because the run failed. */
  waive(): void
  /** The rest below the ceiling, in model tokens. */
  left(): number
  /** True while a call of this size fits below the ceiling. */
  canAfford(call: Pick<MeteredCall, 'instructions' | 'prompt'>, outputTokens: number): boolean
  /** Streams text deltas without NUL, which no text may contain. Return `false` to end the call. */
  text(call: MeteredCall, onDelta: (delta: string) => unknown): Promise<EndReason>
  /**
   * Returns an object of the schema. An invalid answer is retried once, with the reason.
   * @throws AppError `invalidCode` when the second answer is invalid too
   */
  object<Output>(call: MeteredCall & { schema: z.ZodType<Output>; invalidCode: ErrorCode }): Promise<Output>
  /** Has the provider search the web. @returns the pages in the provider's order; the answer itself is discarded */
  search(call: MeteredCall, price: SearchPrice): Promise<FoundPage[]>
}

type FoundPage = { url: string; title: string }
type SearchPrice = {
  usesMax: number
  /** Per search, in the member's tokens. */
  tokensEach: number
  /** The maximum of counted model tokens: the reading of a provider's search cannot be predicted. */
  readMax: number
}

type OnDelta = (delta: string) => unknown
type Search = { price: SearchPrice; found: FoundPage[] }

export type MeterOptions = {
  /** In the member's tokens. */
  ceiling: number
  signal: AbortSignal
  /** A model that sends nothing for this long has failed. */
  timeoutMs: number
}

const outputTokensMin = 64
/**
 * Calls that start or end at the same moment continue one per turn of the event loop, so that running streams are not
 * blocked.
 */
let line: Promise<unknown> = Promise.resolve()
const takeTurn = () => (line = line.then(() => nextTurn()))

/** Ends a call early without an error. */
const enough = new Error('enough')

export function createMeter(model: Model, options: MeterOptions): Meter {
  const counted: Usage = { input: 0, output: 0 }
  let running: CallCount | null = null
  let isWaived = false
  let beganAt: number | null = null
  let endedAt = 0
  const weight = modelWeights[model.name]
  const usage = () => ({
    input: counted.input + (running?.input() ?? 0),
    output: counted.output + (running?.output() ?? 0),
  })
  let searchCost = 0
  const cost = () => Math.ceil((usage().input + usage().output) * weight) + searchCost
  const left = () => Math.floor((options.ceiling - cost()) / weight)

  async function attempt(
    call: MeteredCall,
    onDelta: OnDelta,
    { schema, search }: { schema?: z.ZodType | undefined; search?: Search },
  ): Promise<EndReason> {
    await takeTurn()
    options.signal.throwIfAborted()
    const count = createCallCount(call, model.name)
    const outputTokens = Math.min(call.outputTokensMax, left() - count.sent - (call.reserveTokens ?? 0))
    if (outputTokens < outputTokensMin) throw new AppError('no_tokens')
    const watch = watchSilence(options.signal, options.timeoutMs)
    beganAt ??= performance.now()
    running = count
    const order = {
      instructions: call.instructions,
      ...(call.turns ? { turns: call.turns } : {}),
      prompt: call.prompt,
      files: call.files ?? [],
      maxOutputTokens: outputTokens,
      isThoughtThrough: call.isThoughtThrough ?? false,
      signal: watch.signal,
      ...(schema ? { schema } : {}),
      ...(search ? { search: { usesMax: search.price.usesMax } } : {}),
    }
    const whole = createWholeCharacters()
    let reason: EndReason = 'complete'
    try {
      await model.stream(order, (part) => {
        // Deltas that arrive after an abort or an early end are dropped.
        if (watch.isOver()) return
        watch.onActivity()
        count.add(part)
        if (part.type === 'end') reason = part.reason
        if (part.type === 'source') search?.found.push({ url: part.url, title: part.title })
        if (part.type === 'searched' && search) searchCost += part.count * search.price.tokensEach
        const delta = part.type === 'text' ? whole(part.delta) : ''
        if (delta && onDelta(delta) === false) watch.stop()
      })
    } catch (error) {
      if (error !== enough) throw describeFailure(error, count.hasText())
    } finally {
      watch.end()
      running = null
      endedAt = performance.now()
      const over = search ? Math.max(0, count.input() + count.output() - search.price.readMax) : 0
      counted.input += Math.max(0, count.input() - over)
      counted.output += count.output()
    }
    await takeTurn()
    return reason
  }

  async function text(call: MeteredCall, onDelta: OnDelta, schema?: z.ZodType): Promise<EndReason> {
    let isBegun = false
    const emitDelta: OnDelta = (delta) => {
      isBegun = true
      return onDelta(delta)
    }
    return retryOnce(
      () => attempt(call, emitDelta, { schema }),
      options.signal,
      () => !isBegun,
    )
  }

  return {
    model: model.name,
    usage,
    price: () => (isWaived ? 0 : Math.min(cost(), options.ceiling)),
    durationMs: () => (beganAt === null ? 0 : Math.round(endedAt - beganAt)),
    waive: () => {
      isWaived = true
    },
    left,
    canAfford: (call, outputTokens) =>
      left() >=
      estimateTokens(call.instructions + call.prompt, model.name) + Math.max(outputTokens, outputTokensMin),
    text: (call, onDelta) => text(call, onDelta),
    async object(call) {
      let { instructions } = call
      for (let isSecond = false; ; isSecond = true) {
        let json = ''
        await text({ ...call, instructions }, (delta) => (json += delta), call.schema)
        const answer = parseObject(call.schema, json)
        if (answer.success) return answer.data
        if (isSecond) throw new AppError(call.invalidCode, { cause: answer.error })
        instructions = `${call.instructions}\n- ${describeMismatch(answer.error)}`
      }
    },
    async search(call, price) {
      const found: FoundPage[] = []
      await retryOnce(
        () => attempt(call, () => true, { search: { price, found } }),
        options.signal,
        () => found.length === 0,
      )
      return found
    },
  }
}

type CallCount = {
  sent: number
  add(part: ModelPart): void
  input(): number
  output(): number
  hasText(): boolean
}

/** The provider's usage where it reports any, else an estimate from the request and the answer. */
function createCallCount(call: MeteredCall, model: ModelName): CallCount {
  const turns = (call.turns ?? []).map(({ question, answer }) => question + answer).join('')
  const sent =
    estimateTokens(call.instructions + turns + call.prompt, model) + estimateFileTokens(call.files ?? [])
  const received = createTokenEstimate(model)
  const hasText = () => received.tokens() > 0
  let input: number | undefined
  let output: number | undefined
  return {
    sent,
    add(part) {
      if (part.type === 'text') received.add(part.delta)
      if (part.type === 'alive') received.add(part.thought)
      if (part.type === 'end') ({ input, output } = part)
    },
    // The model did not read a prompt that was refused before the first delta.
    input: () => input ?? (hasText() ? sent : 0),
    output: () => output ?? received.tokens(),
    hasText,
  }
}

/** A connection that fails after the first delta is a cut, whatever the error. */
function describeFailure(error: unknown, hasText: boolean): unknown {
  if (hasText && error instanceof ModelError && error.code === 'model_unavailable')
    return new ModelError('stream_cut', { cause: error })
  return error
}

/** Aborts with `model_timeout` after a silence, and with `enough`; passes on the outer signal's own reason. */
function watchSilence(outer: AbortSignal, timeoutMs: number) {
  const own = new AbortController()
  const timer = setTimeout(() => own.abort(new ModelError('model_timeout')), timeoutMs)
  return {
    signal: AbortSignal.any([outer, own.signal]),
    onActivity: () => timer.refresh(),
    stop: () => own.abort(enough),
    /** Cheaper than reading the joined signal, which checks its sources each time. */
    isOver: () => own.signal.aborted || outer.aborted,
    end: () => clearTimeout(timer),
  }
}

/** The position and rule of a mismatch, without the answer's own text, which may contain instructions. */
const describeMismatch = ({ issues }: z.ZodError): string =>
  `An earlier answer could not be used: ${issues
    .slice(0, 5)
    .map(
      ({ path, code, message }) =>
        `${path.join('.') || 'the whole'} (${code === 'unrecognized_keys' ? code : message})`,
    )
    .join('; ')}. Answer with one whole object that fits.`

/** Deltas without U+0000, which no text may contain. A high surrogate at the end waits for its second half. */
function createWholeCharacters(): (delta: string) => string {
  let half = ''
  return (delta) => {
    const text = half + delta.replaceAll('\0', '')
    half = /[\ud800-\udbff]$/.exec(text)?.[0] ?? ''
    return half ? text.slice(0, -1) : text
  }
}

/**
 * JSON can hold U+0000 as an escape. Postgres stores none, and one row that cannot be written would stop all recovery.
 */
const withoutNul = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\0', '') : value

/** Models without a native JSON mode often wrap the object in code fences. */
function parseObject<Output>(schema: z.ZodType<Output>, text: string): z.ZodSafeParseResult<Output> {
  const json = /\{[\s\S]*\}/.exec(text)?.[0] ?? text
  try {
    return schema.safeParse(JSON.parse(json, withoutNul))
  } catch {
    return schema.safeParse(undefined)
  }
}
