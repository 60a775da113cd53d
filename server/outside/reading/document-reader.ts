// Reads what people hand in: hostile until proven otherwise. Each job gets a process of its own, which gives way to everything else on
// the machine and is ended when it takes too long or too much memory; nothing survives it, and a crash costs that file alone.
import { createPlaces } from '#server/outside/places.ts'
import { AppError, isErrorCode, type ErrorDetail } from '#shared/errors.ts'
import { startReadingProcess } from './start-reading-process.ts'
import type { PageText } from './read-page.ts'
import type { PdfText } from './read-pdf.ts'
import type { ReadPicture } from './read-picture.ts'

export type ReadingJob =
  | { kind: 'pdf'; data: Uint8Array<ArrayBuffer>; charactersMax: number }
  | { kind: 'picture'; data: Uint8Array<ArrayBuffer> }
  | { kind: 'page'; data: Uint8Array<ArrayBuffer>; address: string; charset: string; charactersMax: number }

type Results = { pdf: PdfText; picture: ReadPicture; page: PageText }

export type ReadingAnswer =
  | { result: Results[keyof Results] }
  | { code: string; detail: ErrorDetail | undefined }

export type DocumentReader = {
  /**
   * @throws AppError pdf_encrypted, pdf_too_many_pages (detail.count), picture_too_many_pixels, file_unreadable, link_unreadable, reader_busy; the signal's reason
   */
  read<Kind extends ReadingJob['kind']>(
    job: Extract<ReadingJob, { kind: Kind }>,
    signal: AbortSignal,
  ): Promise<Results[Kind]>
}

export type ReaderLimits = {
  /** Of one job: what it computes, held on Linux only, and how long it takes, which is more while the machine has other work. */
  cpuSeconds: number
  timeoutMs: number
  /** JavaScript's own memory, and all memory of the job; the latter is held on Linux only. */
  heapMegabytes: number
  memoryMegabytes: number
  /** Jobs that wait for each of the two places. */
  waitingMax: number
}

const limitsDefault: ReaderLimits = {
  cpuSeconds: 30,
  timeoutMs: 120_000,
  heapMegabytes: 512,
  memoryMegabytes: 1_024,
  waitingMax: 100,
}

/** One file and one page are read at a time: a short page need not wait for somebody's long file. */
export function createDocumentReader(changed: Partial<ReaderLimits> = {}): DocumentReader {
  const limits = { ...limitsDefault, ...changed }
  const line = { waitingMax: limits.waitingMax, onFull: () => new AppError('reader_busy') }
  const [files, pages] = [createPlaces(1, line), createPlaces(1, line)]
  return {
    async read<Kind extends ReadingJob['kind']>(
      job: Extract<ReadingJob, { kind: Kind }>,
      signal: AbortSignal,
    ) {
      const places = job.kind === 'page' ? pages : files
      await places.take(signal)
      try {
        signal.throwIfAborted()
        return (await readApart(job, limits, signal)) as Results[Kind]
      } finally {
        places.leave()
      }
    },
  }
}

async function readApart(
  job: ReadingJob,
  limits: ReaderLimits,
  signal: AbortSignal,
): Promise<Results[keyof Results]> {
  const unreadable = job.kind === 'page' ? 'link_unreadable' : 'file_unreadable'
  const { promise, resolve, reject } = Promise.withResolvers<ReadingAnswer>()
  const fail = (cause?: unknown) => reject(new AppError(unreadable, { cause }))
  const abort = () => reject(signal.reason as Error)
  const timer = setTimeout(() => fail(new Error('timeout')), limits.timeoutMs)
  signal.addEventListener('abort', abort, { once: true })
  const started = startReadingProcess(job, limits, { onAnswer: resolve, onEnd: fail })
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
