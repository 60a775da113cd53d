// Reads what people hand in: hostile until proven otherwise. Each job gets a thread of its own, which is ended when it takes too long
// or too much memory; nothing survives it, and requests of other people are never held up.
import { Worker } from 'node:worker_threads'
import { createPlaces } from '#server/outside/places.ts'
import { AppError, isErrorCode, type ErrorDetail } from '#shared/errors.ts'
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
   * Hands the job's bytes over: they cannot be used afterwards.
   * @throws AppError pdf_encrypted, pdf_too_many_pages (detail.count), picture_too_many_pixels, file_unreadable, link_unreadable; the signal's reason
   */
  read<Kind extends ReadingJob['kind']>(
    job: Extract<ReadingJob, { kind: Kind }>,
    signal: AbortSignal,
  ): Promise<Results[Kind]>
}

export type ReaderLimits = { jobsMax: number; timeoutMs: number; heapMegabytes: number }

const limitsDefault: ReaderLimits = { jobsMax: 2, timeoutMs: 30_000, heapMegabytes: 512 }

/** @param limits how many jobs run at a time; a job's time and JavaScript heap */
export function createDocumentReader(limits: ReaderLimits = limitsDefault): DocumentReader {
  const places = createPlaces(limits.jobsMax)
  return {
    async read<Kind extends ReadingJob['kind']>(
      job: Extract<ReadingJob, { kind: Kind }>,
      signal: AbortSignal,
    ) {
      await places.take()
      try {
        signal.throwIfAborted()
        return (await runInThread(job, limits, signal)) as Results[Kind]
      } finally {
        places.leave()
      }
    },
  }
}

async function runInThread(
  job: ReadingJob,
  limits: ReaderLimits,
  signal: AbortSignal,
): Promise<Results[keyof Results]> {
  const unreadable = job.kind === 'page' ? 'link_unreadable' : 'file_unreadable'
  const worker = new Worker(new URL('./reading-thread.ts', import.meta.url), {
    workerData: job,
    transferList: [job.data.buffer],
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMegabytes },
    // A reader needs no keys of ours.
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
  })
  const { promise, resolve, reject } = Promise.withResolvers<ReadingAnswer>()
  const timer = setTimeout(() => reject(new AppError(unreadable)), limits.timeoutMs)
  const abort = () => reject(signal.reason as Error)
  signal.addEventListener('abort', abort, { once: true })
  worker.once('message', resolve)
  // Out of memory, or a fault of a library.
  worker.once('error', (cause) => reject(new AppError(unreadable, { cause })))
  worker.once('exit', () => reject(new AppError(unreadable)))
  try {
    const answer = await promise
    if ('result' in answer) return answer.result
    const code = isErrorCode(answer.code) ? answer.code : unreadable
    throw new AppError(code, answer.detail ? { detail: answer.detail } : {})
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
    await worker.terminate()
  }
}
