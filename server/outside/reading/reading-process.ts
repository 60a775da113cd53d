// The process of one job: is told what to read, takes the bytes, answers, and is ended. Libraries are loaded for the kind of job only.
import { buffer } from 'node:stream/consumers'
import { AppError } from '#shared/errors.ts'
import type { ReadingAnswer, ReadingJob } from './document-reader.ts'

async function read(job: ReadingJob): Promise<ReadingAnswer> {
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

// Whoever asked is gone.
process.once('disconnect', () => process.exit(1))
process.once('message', async (order: ReadingJob) => {
  const data = new Uint8Array(await buffer(process.stdin))
  process.send?.(await read({ ...order, data }))
})
