import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { readFrames } from './read-frames.ts'

async function read(...chunks: (string | Buffer)[]): Promise<unknown[]> {
  const answer = new PassThrough()
  for (const chunk of chunks) answer.write(chunk)
  answer.end()
  const frames: unknown[] = []
  await readFrames(answer, (frame) => frames.push(frame))
  return frames
}

it.each(['\n\n', '\r\n\r\n', '\r\r'])(
  'frames end with an empty line, whatever ends lines (%j)',
  async (end) => {
    expect(await read(`data: {"a":1}${end}event: x${end.slice(end.length / 2)}data: {"b":2}${end}`)).toEqual([
      { a: 1 },
      { b: 2 },
    ])
  },
)

it('comments, empty frames and [DONE] say nothing; data may lack its space and span lines', async () => {
  expect(await read(': ping\n\n\n\ndata:{"a":\ndata: 1}\n\ndata: [DONE]\n\n')).toEqual([{ a: 1 }])
})

it('a frame that the connection cuts off is not taken for whole', async () => {
  expect(await read('data: {"a":1}\n\ndata: {"b":')).toEqual([{ a: 1 }])
})

it('a sign of several bytes may come in pieces', async () => {
  const bytes = Buffer.from('data: {"글":"문"}\n\n')
  expect(await read(...[...bytes].map((byte) => Buffer.from([byte])))).toEqual([{ 글: '문' }])
})

it('data that is no JSON ends the reading', async () => {
  await expect(read('data: {"a"\n\n')).rejects.toThrow(SyntaxError)
})
