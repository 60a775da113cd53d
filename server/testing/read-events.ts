import type { ToolEvent } from '#shared/tools.ts'

export type NumberedEvent<Event = ToolEvent> = { id: number; event: Event }

/** All events of a stream, to its end. */
export async function readEvents<Event = ToolEvent>(response: Response): Promise<NumberedEvent<Event>[]> {
  const events: NumberedEvent<Event>[] = []
  for await (const event of eventsOf<Event>(response)) events.push(event)
  return events
}

/** The events of a stream one by one; leaving the loop closes the connection. */
export async function* eventsOf<Event = ToolEvent>(response: Response): AsyncGenerator<NumberedEvent<Event>> {
  if (!response.body) throw new Error('No response body.')
  const decoder = new TextDecoder()
  let rest = ''
  let lastId = 0
  for await (const chunk of response.body) {
    const frames = (rest + decoder.decode(chunk, { stream: true })).split('\n\n')
    rest = frames.pop()!
    for (const frame of frames) {
      // An event without an id leaves the previous id in force (HTML standard, section 9.2).
      lastId = Number(/^id: (\d+)$/m.exec(frame)?.[1] ?? lastId)
      const data = /^data: (.*)$/m.exec(frame)?.[1]
      if (data) yield { id: lastId, event: JSON.parse(data) as Event }
    }
  }
}

/** The text from these events. */
export function textOf(events: NumberedEvent[]): string {
  return events.reduce((text, { event }) => {
    if (event.type === 'text') return text + event.delta
    if (event.type === 'splice') return text.slice(0, event.start) + event.text + text.slice(event.end)
    return text
  }, '')
}
