// The fake model provider, which writes at the pace of a fast model and records what it wrote when.
import { setTimeout as wait } from 'node:timers/promises'
import {
  answerWell,
  startFakeProvider,
  type FakeProvider,
  type Reply,
} from '#server/adapters/fakes/fake-provider.ts'

export const chunksPerStream = 150
/** Characters of the Basic Multilingual Plane in each chunk, into which the fake provider splits a text. */
export const chunkLength = 12

/** Every chunk differs, so that a lost, doubled or misplaced one is detected. Korean, as most texts of the product. */
export const benchText = Array.from(
  { length: chunksPerStream },
  (_, index) => `문장을 씁니다 ${String(index).padStart(3, '0')}\n`,
).join('')

/** Identifies the stream of a request: a word in the member's order, which reaches the provider in the prompt. */
export const markOf = (stream: number): string => `stream-${String(stream).padStart(3, '0')}`
const markPattern = /stream-(\d{3})/

export type PacedProvider = {
  fake: FakeProvider
  /**
   * Waits for `count` streams. None gets its first chunk before all have sent their request; then one comes every
   * `chunkMs` milliseconds. `begun` resolves then, `half` and `whole` when each stream has so much of its text.
   */
  expect(count: number, chunkMs: number): { begun: Promise<void>; half: Promise<void>; whole: Promise<void> }
  /** When chunk n of a stream was written, on the clock of performance.now(). */
  writtenAt(stream: number, chunk: number): number
}

export async function startPacedProvider(): Promise<PacedProvider> {
  let writes: number[][] = []
  let chunkMs = 0
  let begun = countTo(0)
  let half = countTo(0)
  let whole = countTo(0)

  const pace = (body: unknown): Reply['pace'] => {
    const stream = Number(markPattern.exec(JSON.stringify(body))?.[1])
    const written: number[] = (writes[stream] = [])
    // Streams of different members do not write in step.
    const offsetMs = (stream * 7) % chunkMs
    let startsAt = 0
    return async () => {
      if (written.length === 0) {
        begun.count()
        await begun.promise
        startsAt = performance.now() + offsetMs
      }
      await wait(Math.max(0, startsAt + written.length * chunkMs - performance.now()))
      written.push(performance.now())
      if (written.length === chunksPerStream / 2) half.count()
      if (written.length === chunksPerStream) whole.count()
    }
  }
  const fake = await startFakeProvider((call) =>
    call.part === 'text'
      ? { text: benchText, deltaLength: chunkLength, pace: pace(call.body) }
      : answerWell(call),
  )
  return {
    fake,
    expect(count, everyMs) {
      writes = []
      chunkMs = everyMs
      begun = countTo(count)
      half = countTo(count)
      whole = countTo(count)
      return { begun: begun.promise, half: half.promise, whole: whole.promise }
    },
    writtenAt: (stream, chunk) => writes[stream]?.[chunk] ?? Number.NaN,
  }
}

/** Resolves when it was counted so often. */
function countTo(count: number): { promise: Promise<void>; count: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  let missing = count
  return {
    promise,
    count: () => {
      if (--missing === 0) resolve()
    },
  }
}
