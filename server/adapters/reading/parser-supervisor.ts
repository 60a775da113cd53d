// The process that starts and ends reading processes: copying its small self costs a millisecond, where copying the one that answers
// requests would hold up everybody. It brings them their files, looks into none, has none of our settings and keys, and ends with whoever started it.
import type { HostAnswer, HostOrder } from './start-parser-supervisor.ts'
import { startParserWorker, type ParserWorker } from './start-parser-worker.ts'

const readings = new Map<number, ParserWorker>()
const tell = (answer: HostAnswer) => process.connected && process.send?.(answer)

process.on('message', ({ id, start }: HostOrder) => {
  if (start) {
    const callbacks = {
      onAnswer: (answer: HostAnswer['answer']) => tell({ id, answer }),
      onEnd: (cause: Error) => tell({ id, failure: cause.message }),
    }
    readings.set(id, startParserWorker(start.order, start.limits, callbacks))
  } else {
    const reading = readings.get(id)
    readings.delete(id)
    void reading?.stop().then(() => tell({ id, isStopped: true }))
  }
})
process.once('disconnect', () => {
  // Killing takes place at once, waiting is not needed.
  for (const reading of readings.values()) void reading.stop()
  process.exit()
})
