// The body of a run for a reader that is slower than the run.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { batchOf, type Follow } from '#server/runs/run-log.ts'
import { followedBody } from './followed-body.ts'

const lines = Array.from({ length: 50 }, (_, index) => JSON.stringify({ line: index }))
const toText = ({ lines: json }: { lines: string }) => `${json}\n`

function createSource() {
  const source = { sentCount: 0, isOver: false, signal: null as AbortSignal | null }
  const follow: Follow = async (signal, send) => {
    source.signal = signal
    for (let index = 0; index < lines.length && !signal.aborted; index++) {
      source.sentCount++
      await send(batchOf(index + 1, [JSON.parse(lines[index]!)]))
    }
    source.isOver = true
  }
  return { source, follow }
}

it('R6: a reader that does not read receives no more until it does, and then misses nothing', async () => {
  const { source, follow } = createSource()
  const body = followedBody({ follow, toText })
  for (let turn = 0; turn < 10; turn++) await nextTurn()
  expect(source.sentCount).toBe(1)
  const text = await new Response(body).text()
  expect(text.trim().split('\n')).toEqual(lines)
  expect(source.isOver).toBe(true)
})

it('R6: a reader that disconnects while the run waits for it stops following', async () => {
  const { source, follow } = createSource()
  const reader = followedBody({ follow, toText }).getReader()
  await reader.read()
  await reader.cancel()
  for (let turn = 0; turn < 10; turn++) await nextTurn()
  expect(source.signal?.aborted).toBe(true)
  expect(source.isOver).toBe(true)
  expect(source.sentCount).toBeLessThan(lines.length)
})
