// The process that starts and ends worker processes. A fork of this small process costs a millisecond; a fork of the
// server would block all requests. It pipes their files, parses none, has none of our settings and keys, and ends with
// its parent.
import type { HostAnswer, HostOrder } from './start-parser-supervisor.ts'
import { startParserWorker, type ParserWorker } from './start-parser-worker.ts'

const readings = new Map<number, ParserWorker>()
const report = (answer: HostAnswer) => process.connected && process.send?.(answer)

process.on('message', ({ id, start }: HostOrder) => {
  if (start) {
    const callbacks = {
      onAnswer: (answer: HostAnswer['answer']) => report({ id, answer }),
      onEnd: (cause: Error) => report({ id, failure: cause.message }),
    }
    readings.set(id, startParserWorker(start.order, start.limits, callbacks))
  } else {
    const reading = readings.get(id)
    readings.delete(id)
    void reading?.stop().then(() => report({ id, isStopped: true }))
  }
})
process.once('disconnect', () => {
  // Killing is immediate, so there is nothing to wait for.
  for (const reading of readings.values()) void reading.stop()
  process.exit()
})
