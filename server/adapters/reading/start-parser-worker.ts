import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { AppError } from '#shared/errors.ts'
import { findConfinement, readerCommand } from './reader-command.ts'
import { sendFile } from './send-file.ts'
import type { ReaderLimits, ReadingAnswer, ReadingOrder } from './document-reader.ts'

export type ReadingCallbacks = {
  onAnswer: (answer: ReadingAnswer) => void
  /** Called without an answer: a fault of a library, too much memory, or a failed start. */
  onEnd: (cause: Error) => void
}

export type ParserWorker = {
  /** Until it has ended, `onEnd` may still be called. */
  stop(): Promise<void>
}

/** The reason for killing a job that used too much CPU time. It may be read again in the queue of slow files. */
export const outOfTime = 'out of time'

const lookMs = 100
const program = fileURLToPath(new URL('./parser-worker.ts', import.meta.url))

/** Looked up once, because the check itself starts processes. */
let confinement: string[] | null = null

/** Starts a process for one job, with this process's priority and without any data or access of ours. */
export function startParserWorker(
  order: ReadingOrder,
  limits: ReaderLimits,
  { onAnswer, onEnd }: ReadingCallbacks,
): ParserWorker {
  confinement ??= findConfinement()
  const child = fork(program, [], {
    ...readerCommand(confinement, limits.heapMegabytes),
    env: {},
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  })
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    // A process that never started has no exit event.
    child.once('error', () => resolve())
  })
  child.once('message', (answer) => onAnswer(answer as ReadingAnswer))
  child.once('exit', (code, signal) => onEnd(new Error(`reader ended: ${signal ?? code}`)))
  child.on('error', onEnd)
  const onSent = (error: Error | null) => error && onEnd(error)
  if (order.kind === 'page') child.send(order, onSent)
  else {
    // The worker does not get the URL, because the URL alone gives access to the file.
    const { address, ...task } = order
    child.send(task, onSent)
    sendFile({ address, name: order.name }, child.stdin!).catch((error: unknown) => {
      // When the worker is gone, its exit reports the error.
      if (error instanceof AppError) onAnswer({ code: error.code, detail: undefined })
    })
  }
  const looking = setInterval(() => {
    const used = child.pid === undefined ? null : usedBy(child.pid)
    if (used && used.cpuSeconds > limits.cpuSeconds) onEnd(new Error(outOfTime))
    if (used && (used.megabytes > limits.memoryMegabytes || used.cpuSeconds > limits.cpuSeconds))
      child.kill('SIGKILL')
  }, lookMs)
  return {
    async stop() {
      clearInterval(looking)
      child.kill('SIGKILL')
      await ended
    },
  }
}

/**
 * The memory and CPU time of a process, outside JavaScript's heap too: no setting of Node limits unpacked streams and
 * pixels. Null when unknown.
 */
function usedBy(pid: number): { megabytes: number; cpuSeconds: number } | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1')
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const kilobytes = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0)
    // proc(5): fields 14 and 15 are in hundredths of a second; the name before them may contain spaces.
    const [user = 0, system = 0] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14).map(Number)
    return { megabytes: kilobytes / 1024, cpuSeconds: (user + system) / 100 }
  } catch {
    // Other systems have no such files, and neither has a process that is just ending.
    return null
  }
}
