import type { ToolEvent } from '#shared/tools.ts'

export type NumberedEvent = { id: number; event: ToolEvent }

/** All events of a stream, to its end. */
export async function readEvents(response: Response): Promise<NumberedEvent[]> {
  const events: NumberedEvent[] = []
  for await (const event of eventsOf(response)) events.push(event)
  return events
}

/** The events of a stream one by one; leaving the loop closes the connection. */
export async function* eventsOf(response: Response): AsyncGenerator<NumberedEvent> {
  if (!response.body) throw new Error('No response body.')
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of response.body) {
    const frames = (rest + decoder.decode(chunk, { stream: true })).split('\n\n')
    rest = frames.pop()!
    for (const frame of frames) {
      const id = /^id: (\d+)$/m.exec(frame)?.[1]
      const data = /^data: (.*)$/m.exec(frame)?.[1]
      if (id && data) yield { id: Number(id), event: JSON.parse(data) as ToolEvent }
    }
  }
}

/** The text that the events add up to. */
export function textOf(events: NumberedEvent[]): string {
  return events.reduce((text, { event }) => {
    if (event.type === 'text') return text + event.delta
    if (event.type === 'splice') return text.slice(0, event.start) + event.text + text.slice(event.end)
    return text
  }, '')
}
