import { expect, it } from 'vitest'
import { createCapacity } from './capacity.ts'

const signal = new AbortController().signal

it('B39: no more than the capacity works at once, the others wait in line', async () => {
  const capacity = createCapacity(2)
  const gates = [1, 2, 3].map(() => Promise.withResolvers<void>())
  const begun: number[] = []
  const runs = gates.map((gate, index) => capacity.run(signal, () => (begun.push(index), gate.promise)))
  await Promise.resolve()
  expect(begun).toEqual([0, 1])
  gates[1]!.resolve()
  await runs[1]
  await Promise.resolve()
  expect(begun).toEqual([0, 1, 2])
  for (const gate of gates) gate.resolve()
  await Promise.all(runs)
})

it('who is stopped while waiting leaves the line without work, and a failure frees the place', async () => {
  const capacity = createCapacity(1)
  const gate = Promise.withResolvers<void>()
  const first = capacity.run(signal, () => gate.promise)
  const abort = new AbortController()
  const waiting = capacity.run(abort.signal, () => Promise.resolve('worked'))
  abort.abort(new Error('stopped'))
  await expect(waiting).rejects.toThrow('stopped')
  gate.reject(new Error('failed'))
  await expect(first).rejects.toThrow('failed')
  expect(await capacity.run(signal, () => Promise.resolve('next'))).toBe('next')
})
