/** An event with its id, which counts from 1 and lets a client resume where it stopped. */
export type StreamedEvent<Event> = { id: string | null; event: Event }

/**
 * Three of the server's heartbeats (`server/api/event-stream.ts`). A connection that is silent for so long is broken,
 * even without an error.
 */
const silenceMs = 6_000

/**
 * Reads server-sent events whose data is one JSON value each (HTML standard, section 9.2). Comments keep the connection
 * open and are skipped. An event cut off by the end of the stream is dropped, as the standard requires. Leaving the
 * loop cancels the request's body.
 * @throws Error `No response body.` without a body (T27); another one when no bytes arrive for `silenceMs`
 */
export async function* readEventStream<Event>(response: Response): AsyncGenerator<StreamedEvent<Event>> {
  if (!response.body) throw new Error('No response body.')
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await beforeSilence(reader.read())
      if (done) return
      rest += value
      const blocks = rest.split(/\r\n\r\n|\n\n|\r\r/)
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = parseBlock<Event>(block)
        if (event) yield event
      }
    }
  } finally {
    await reader.cancel()
  }
}

function beforeSilence<Value>(read: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The event stream fell silent.')), silenceMs)
    read.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

function parseBlock<Event>(block: string): StreamedEvent<Event> | null {
  const data: string[] = []
  let id: string | null = null
  for (const line of block.split(/\r\n|\n|\r/)) {
    const [, field, value = ''] = /^([^:]*)(?::[ ]?(.*))?$/s.exec(line) ?? []
    if (field === 'data') data.push(value)
    if (field === 'id') id = value
  }
  return data.length === 0 ? null : { id, event: JSON.parse(data.join('\n')) as Event }
}
