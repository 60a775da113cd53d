import { afterEach, expect, it, vi } from 'vitest'
import { readEventStream } from './event-stream.ts'

function streamOf(...chunks: (string | Uint8Array)[]): Response {
  const encoder = new TextEncoder()
  return new Response(
    new ReadableStream({
      start(controller) {
        for (const chunk of chunks)
          controller.enqueue(typeof chunk === 'string' ? encoder.encode(chunk) : chunk)
        controller.close()
      },
    }),
  )
}

afterEach(() => void vi.useRealTimers())

async function readAll(response: Response) {
  return Array.fromAsync(readEventStream<unknown>(response))
}

it('T27: a response without a body is an error with a fixed message', async () => {
  await expect(readAll(new Response(null))).rejects.toThrow('No response body.')
})

it('events arrive one by one with their ids, however they are cut', async () => {
  const text = 'id: 1\ndata: {"type":"text","delta":"가나"}\n\nid: 2\r\ndata: {"a":\r\ndata: 2}\r\n\r\n'
  const bytes = new TextEncoder().encode(text)
  const expected = [
    { id: '1', event: { type: 'text', delta: '가나' } },
    { id: '2', event: { a: 2 } },
  ]
  expect(await readAll(streamOf(text))).toEqual(expected)
  expect(await readAll(streamOf(...Array.from(bytes, (byte) => Uint8Array.of(byte))))).toEqual(expected)
})

it('comments are skipped and a cut last event is dropped', async () => {
  expect(await readAll(streamOf(': alive\n\n', 'data: 1\n\n', 'data: {"half"'))).toEqual([
    { id: null, event: 1 },
  ])
})

it('leaving early cancels the body', async () => {
  let isCancelled = false
  const body = new ReadableStream({
    pull: (controller) => controller.enqueue(new TextEncoder().encode('data: 1\n\n')),
    cancel: () => {
      isCancelled = true
    },
  })
  for await (const { event } of readEventStream(new Response(body))) {
    expect(event).toBe(1)
    break
  }
  expect(isCancelled).toBe(true)
})

/** A response whose next chunk comes when the test sends it. */
function openLine() {
  const encoder = new TextEncoder()
  const line = { isCancelled: false, say: (_text: string) => {} }
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      line.say = (text) => controller.enqueue(encoder.encode(text))
    },
    cancel: () => {
      line.isCancelled = true
    },
  })
  return { line, response: new Response(body) }
}

it('a connection without bytes for three heartbeats ends, one with heartbeats only continues', async () => {
  vi.useFakeTimers()
  const { line, response } = openLine()
  const received: unknown[] = []
  const reading = (async () => {
    for await (const { event } of readEventStream(response)) received.push(event)
  })()
  const outcome = reading.then(
    () => 'ended',
    (error: Error) => error.message,
  )
  for (let beats = 0; beats < 10; beats++) {
    await vi.advanceTimersByTimeAsync(5_900)
    line.say(':\n\n')
  }
  line.say('data: 1\n\n')
  await vi.advanceTimersByTimeAsync(5_900)
  expect(received).toEqual([1])
  expect(line.isCancelled).toBe(false)
  await vi.advanceTimersByTimeAsync(100)
  expect(await outcome).toBe('The event stream fell silent.')
  expect(line.isCancelled).toBe(true)
})
