// Reads what people hand in: hostile until proven otherwise. Each job gets a process of its own, which gives way to everything else on
// the machine and is ended when it takes too long or too much memory; nothing survives it, and a crash costs that file alone. Its bytes
// never pass through this process.
import { createSemaphore, type Semaphore } from '#server/adapters/semaphore.ts'
import { AppError, isErrorCode, type ErrorDetail } from '#shared/errors.ts'
import type { FileContent } from './read-file.ts'
import type { PageText } from './read-page.ts'
import { startParserSupervisor, type ParserSupervisor } from './start-parser-supervisor.ts'
import { outOfTime } from './start-parser-worker.ts'

type FileOrder = {
  kind: 'file'
  /** What it is called: a PDF may not be called a picture. */
  name: string
  /** Whoever has it can read the file. */
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
/** What the process that reads is told: a file comes as its input. */
export type ReadingTask = Omit<FileOrder, 'address'> | PageOrder

/** Whose file or page it is: one is read at a time for a member. */
type OfMember = { memberId: string }
/** `sign` makes a file's address when its turn has come: it is good for a short time. */
type FileJob = Omit<FileOrder, 'address'> & OfMember & { sign: () => Promise<string> }
type ReadingJob = FileJob | (PageOrder & OfMember)

type Results = { file: FileContent; page: PageText }

export type ReadingAnswer =
  | { result: Results[keyof Results] }
  | { code: string; detail: ErrorDetail | undefined }

export type DocumentReader = {
  /**
   * @throws AppError what readFile and readPage throw, file_unreadable, link_unreadable, reader_busy; what `sign` throws; the signal's reason
   */
  read<Kind extends ReadingJob['kind']>(
    job: Extract<ReadingJob, { kind: Kind }>,
    signal: AbortSignal,
  ): Promise<Results[Kind]>
  /** Ends what is being read; nothing can be read afterwards. */
  stop(): Promise<void>
}

export type ReaderLimits = {
  /** Of one job: what it computes, held on Linux only, and how long it takes, which is more while the machine has other work. */
  cpuSeconds: number
  timeoutMs: number
  /** What a file may take at its first try; one that takes longer is read again by itself, so that it holds up only its like. */
  quick: { cpuSeconds: number; timeoutMs: number }
  /** JavaScript's own memory, and all memory of the job; the latter is held on Linux only. */
  heapMegabytes: number
  memoryMegabytes: number
  /** Jobs that wait for each kind of place, in all and of one member. */
  waitingMax: number
  waitingMaxOfHolder: number
  /** Between the order to end a reading process and its end. */
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
 * Two files and two pages are read at a time, one for each member, and one more file of those that take long: nobody waits for somebody
 * else's long file. Nothing is started before the first.
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
      const { memberId, ...unnamed } = job as ReadingJob
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
      if (job.kind === 'page') return attempt(pages, limits)
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

/** Nobody's name goes to the process that reads. */
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
