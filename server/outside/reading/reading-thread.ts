// The thread of one job: reads, answers, ends. Libraries are loaded for the kind of job only.
import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '#shared/errors.ts'
import type { ReadingAnswer, ReadingJob } from './document-reader.ts'

const job = workerData as ReadingJob

async function read(): Promise<ReadingAnswer> {
  try {
    switch (job.kind) {
      case 'pdf':
        return { result: await (await import('./read-pdf.ts')).readPdf(job.data, job.charactersMax) }
      case 'picture':
        return { result: await (await import('./read-picture.ts')).readPicture(job.data) }
      case 'page':
        return { result: (await import('./read-page.ts')).readPage(job) }
    }
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, detail: error.detail }
    throw error
  }
}

parentPort?.postMessage(await read())
