// The process that starts and ends reading processes: copying its small self costs a millisecond, where copying the one that answers
// requests would hold up everybody. It brings them their files, looks into none, has none of our settings and keys, and ends with whoever started it.
import type { HostAnswer, HostOrder } from './start-reading-host.ts'
import { startReadingProcess, type ReadingProcess } from './start-reading-process.ts'

const readings = new Map<number, ReadingProcess>()
const tell = (answer: HostAnswer) => process.connected && process.send?.(answer)

process.on('message', ({ id, start }: HostOrder) => {
  if (start) {
    const ears = {
      onAnswer: (answer: HostAnswer['answer']) => tell({ id, answer }),
      onEnd: (cause: Error) => tell({ id, failure: cause.message }),
    }
    readings.set(id, startReadingProcess(start.order, start.limits, ears))
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
