// The process of one job: is told what to read, answers, and is ended. Libraries are loaded for the kind of job only.
import { AppError } from '#shared/errors.ts'
import type { ReadingAnswer, ReadingOrder } from './document-reader.ts'

async function read(order: ReadingOrder): Promise<ReadingAnswer> {
  try {
    return order.kind === 'file'
      ? { result: await (await import('./read-file.ts')).readFile(order) }
      : { result: (await import('./read-page.ts')).readPage(order) }
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, detail: error.detail }
    throw error
  }
}

// Whoever asked is gone.
process.once('disconnect', () => process.exit(1))
process.once('message', async (order: ReadingOrder) => process.send?.(await read(order)))
