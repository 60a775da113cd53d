import { fork, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { ReaderLimits, ReadingAnswer, ReadingOrder } from './document-reader.ts'
import type { ReadingCallbacks, ParserWorker } from './start-parser-worker.ts'

/** Starts a job. Without `start` it ends the job with this id. */
export type HostOrder = { id: number; start?: { order: ReadingOrder; limits: ReaderLimits } }
export type HostAnswer = { id: number; answer?: ReadingAnswer; failure?: string; isStopped?: true }

export type ParserSupervisor = {
  isOpen(): boolean
  /** `onEnd` is also called when the supervisor itself ends; its other jobs end with it. */
  start(order: ReadingOrder, limits: ReaderLimits, callbacks: ReadingCallbacks): ParserWorker
  /** Ends all jobs. */
  stop(): Promise<void>
}

type Reading = ReadingCallbacks & { stopped: PromiseWithResolvers<void> }

const heapMegabytes = 64
const program = fileURLToPath(new URL('./parser-supervisor.ts', import.meta.url))

/**
 * Sets a lower priority, which threads and child processes inherit. `nice` sets it before the process makes any. The
 * lowest priority would starve on a busy machine.
 */
const nice = ['/usr/bin/nice', '/bin/nice'].find(existsSync)
const heap = `--max-old-space-size=${heapMegabytes}`
const politely: { execPath?: string; execArgv: string[] } = nice
  ? { execPath: nice, execArgv: ['-n', '10', process.execPath, heap] }
  : { execArgv: [heap] }

/** @param graceMs how long the supervisor may take to end one job, before it is killed with all of its jobs */
export function startParserSupervisor(graceMs: number): ParserSupervisor {
  const child = fork(program, [], {
    ...politely,
    // A process group of its own: its children can be killed with it, without this process.
    detached: true,
    // None of our keys. The worker that fetches files needs the additional trusted certificate authorities.
    env: { NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  if (!politely.execPath && child.pid !== undefined)
    setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  // An idle supervisor does not keep this process running.
  child.unref()
  child.channel?.unref()
  const readings = new Map<number, Reading>()
  let count = 0
  let isOpen = true
  const ended = Promise.withResolvers<void>()
  const close = (idempotencyKey: Error) => {
    isOpen = false
    endGroup(child)
    for (const { onEnd, stopped } of readings.values()) {
      onEnd(idempotencyKey)
      stopped.resolve()
    }
    readings.clear()
    ended.resolve()
  }
  child.once('exit', (code, signal) => close(new Error(`reading host ended: ${signal ?? code}`)))
  child.on('error', close)
  child.on('message', ({ id, answer, failure, isStopped }: HostAnswer) => {
    const reading = readings.get(id)
    if (answer) reading?.onAnswer(answer)
    if (failure !== undefined) reading?.onEnd(new Error(failure))
    if (!isStopped) return
    reading?.stopped.resolve()
    readings.delete(id)
  })
  const send = (order: HostOrder) => child.send(order, (error) => error && close(error))
  return {
    isOpen: () => isOpen,
    start(order, limits, callbacks) {
      const id = ++count
      const stopped = Promise.withResolvers<void>()
      readings.set(id, { ...callbacks, stopped })
      send({ id, start: { order, limits } })
      return {
        async stop() {
          if (!readings.has(id)) return
          const overdue = setTimeout(() => close(new Error('reading host does not answer')), graceMs)
          send({ id })
          await stopped.promise
          clearTimeout(overdue)
        },
      }
    },
    async stop() {
      // This process waits for its end.
      if (isOpen) child.ref()
      endGroup(child)
      await ended.promise
    },
  }
}

/** The supervisor and all processes that it started. */
function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The group has already ended.
  }
}
