// Parses members' files, which are hostile until proven otherwise. Each job has a process of its own, with lower
// priority than everything else on the machine. The process is killed when it takes too long or too much memory.
// Nothing survives a job, and a crash costs that file alone. The file's bytes never pass through the server's process.
import { createSemaphore, type Semaphore } from '#server/adapters/semaphore.ts'
import { AppError, isErrorCode, type ErrorDetail } from '#shared/errors.ts'
import type { FileContent } from './read-file.ts'
import type { PageText } from './read-page.ts'
import { startParserSupervisor, type ParserSupervisor } from './start-parser-supervisor.ts'
import { outOfTime } from './start-parser-worker.ts'

type FileOrder = {
  kind: 'file'
  /** The file's name: a PDF may not be named as a picture. */
  name: string
  /** A URL that reads the file without a key. */
  address: string
  charactersMax: number
}
type PageOrder = {
  kind: 'page'
  data: Uint8Array<ArrayBuffer>
  address: string
  charset: string
  charactersMax: number
}
export type ReadingOrder = FileOrder | PageOrder
/** The message to the worker process; a file is its standard input. */
export type ReadingTask = Omit<FileOrder, 'address'> | PageOrder

/** The owner of the file or page: one is read at a time for a member. */
type OfMember = { memberId: string }
/** `sign` makes a file's URL when the job starts, since the URL is valid for a short time. */
type FileJob = Omit<FileOrder, 'address'> & OfMember & { sign: () => Promise<string> }
/** `isQuick`: the page gets the short limits of a file's first try, so that others wait less for it. */
type PageJob = PageOrder & OfMember & { isQuick?: boolean }
type ReadingJob = FileJob | PageJob

type Results = { file: FileContent; page: PageText }

export type ReadingAnswer =
  | { result: Results[keyof Results] }
  | { code: string; detail: ErrorDetail | undefined }

export type DocumentReader = {
  /**
   * @throws AppError of readFile and readPage, file_unreadable, link_unreadable, reader_busy; errors of `sign`; the
   * signal's reason
   */
  read<Kind extends ReadingJob['kind']>(
    job: Extract<ReadingJob, { kind: Kind }>,
    signal: AbortSignal,
  ): Promise<Results[Kind]>
  /** Ends all jobs; no job can start afterwards. */
  stop(): Promise<void>
}

export type ReaderLimits = {
  /**
   * Limits of one job: its CPU time, enforced on Linux only, and its duration, which is longer because the machine has
   * other work.
   */
  cpuSeconds: number
  timeoutMs: number
  /** Limits of a file's first try. A file that takes longer is read again in the queue of slow files. */
  quick: { cpuSeconds: number; timeoutMs: number }
  /** The JavaScript heap, and all memory of the job; the latter is enforced on Linux only. */
  heapMegabytes: number
  memoryMegabytes: number
  /** Queued jobs for each semaphore, in total and of one member. */
  waitingMax: number
  waitingMaxOfHolder: number
  /** Between the order to end a worker process and its end. */
  graceMs: number
}

const limitsDefault: ReaderLimits = {
  cpuSeconds: 30,
  timeoutMs: 120_000,
  quick: { cpuSeconds: 3, timeoutMs: 15_000 },
  heapMegabytes: 512,
  memoryMegabytes: 1_024,
  waitingMax: 100,
  waitingMaxOfHolder: 30,
  graceMs: 10_000,
}

/**
 * Two files and two pages are read at a time, one for each member, and one slow file more, so that no member waits for
 * another's slow file. No process starts before the first job.
 */
export function createDocumentReader(changed: Partial<ReaderLimits> = {}): DocumentReader {
  const limits = { ...limitsDefault, ...changed }
  const { waitingMax, waitingMaxOfHolder } = limits
  const line = { waitingMax, waitingMaxOfHolder, onFull: () => new AppError('reader_busy') }
  const [files, longFiles, pages] = [
    createSemaphore(2, line),
    createSemaphore(1, line),
    createSemaphore(2, line),
  ]
  const quickLimits = {
    ...limits,
    cpuSeconds: Math.min(limits.cpuSeconds, limits.quick.cpuSeconds),
    timeoutMs: Math.min(limits.timeoutMs, limits.quick.timeoutMs),
  }
  const hasMoreTime = quickLimits.cpuSeconds < limits.cpuSeconds || quickLimits.timeoutMs < limits.timeoutMs
  let host: ParserSupervisor | null = null
  let isStopped = false
  return {
    async read<Kind extends ReadingJob['kind']>(
      job: Extract<ReadingJob, { kind: Kind }>,
      signal: AbortSignal,
    ) {
      const { memberId, isQuick = false, ...unnamed } = job as ReadingJob & { isQuick?: boolean }
      const attempt = async (places: Semaphore, within: ReaderLimits) => {
        await places.acquire(signal, memberId)
        try {
          signal.throwIfAborted()
          const order = await orderOf(unnamed)
          if (isStopped) throw new AppError('unavailable')
          if (!host?.isOpen()) host = startParserSupervisor(limits.graceMs)
          return (await readApart(host, order, within, signal)) as Results[Kind]
        } finally {
          places.release(memberId)
        }
      }
      if (job.kind === 'page') return attempt(pages, isQuick ? quickLimits : limits)
      try {
        return await attempt(files, quickLimits)
      } catch (error) {
        const wasOutOfTime = (error as { cause?: { message?: unknown } }).cause?.message === outOfTime
        if (!wasOutOfTime || !hasMoreTime) throw error
        return attempt(longFiles, limits)
      }
    },
    async stop() {
      isStopped = true
      await host?.stop()
    },
  }
}

/** The member's id is not sent to the worker process. */
async function orderOf(job: Omit<FileJob, 'memberId'> | PageOrder): Promise<ReadingOrder> {
  if (job.kind === 'page') return job
  const { sign, ...file } = job
  return { ...file, address: await sign() }
}

async function readApart(
  host: ParserSupervisor,
  order: ReadingOrder,
  limits: ReaderLimits,
  signal: AbortSignal,
): Promise<Results[keyof Results]> {
  signal.throwIfAborted()
  const unreadable = order.kind === 'page' ? 'link_unreadable' : 'file_unreadable'
  const { promise, resolve, reject } = Promise.withResolvers<ReadingAnswer>()
  const fail = (cause?: unknown) => reject(new AppError(unreadable, { cause }))
  const abort = () => reject(signal.reason as Error)
  const timer = setTimeout(() => fail(new Error(outOfTime)), limits.timeoutMs)
  signal.addEventListener('abort', abort, { once: true })
  const started = host.start(order, limits, { onAnswer: resolve, onEnd: fail })
  try {
    const answer = await promise
    if ('result' in answer) return answer.result
    const code = isErrorCode(answer.code) ? answer.code : unreadable
    throw new AppError(code, answer.detail ? { detail: answer.detail } : {})
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
    await started.stop()
  }
}
