import type { IncomingMessage } from 'node:http'

/**
 * The JSON of each server-sent event (WHATWG HTML, section 9.2) as it comes; events without data and OpenAI's `[DONE]` are passed over.
 * @throws SyntaxError for data that is no JSON; what the connection failed with
 */
export async function* readFrames(answer: IncomingMessage): AsyncGenerator<unknown> {
  answer.setEncoding('utf8')
  let rest = ''
  for await (const chunk of answer) {
    rest += chunk as string
    for (let end = rest.search(frameEnd); end >= 0; end = rest.search(frameEnd)) {
      const data = dataOf(rest.slice(0, end))
      rest = rest.slice(end).replace(frameEnd, '')
      if (data && data !== '[DONE]') yield JSON.parse(data)
    }
  }
}

const frameEnd = /\r\n\r\n|\n\n|\r\r/

function dataOf(frame: string): string {
  if (frame.startsWith('data: ') && !frame.includes('\n')) return frame.slice(6)
  return frame
    .split(/\r\n|\n|\r/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(line.startsWith('data: ') ? 6 : 5))
    .join('\n')
}
