import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'

/**
 * Tells the JSON of each server-sent event (WHATWG HTML, section 9.2) as it comes; events without data and OpenAI's `[DONE]` are passed
 * over. Resolves when the last one was told.
 * @throws SyntaxError for data that is no JSON; what the connection or `onFrame` failed with
 */
export async function readFrames(answer: Readable, onFrame: (frame: unknown) => void): Promise<void> {
  answer.setEncoding('utf8')
  let rest = ''
  answer.on('data', (chunk: string) => {
    rest += chunk
    try {
      for (let end = frameEnd.exec(rest); end; end = frameEnd.exec(rest)) {
        const data = dataOf(rest.slice(0, end.index))
        rest = rest.slice(end.index + end[0].length)
        if (data && data !== '[DONE]') onFrame(JSON.parse(data))
      }
    } catch (error) {
      answer.destroy(error as Error)
    }
  })
  await finished(answer)
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
