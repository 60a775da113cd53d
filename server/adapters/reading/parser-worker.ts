// The process of one job. It receives a task and a file's bytes as its input, answers, and is ended. It has no other
// permissions (reader-command.ts). It loads only the libraries of its kind of job.
import { Readable } from 'node:stream'
import { AppError } from '#shared/errors.ts'
import type { ReadingAnswer, ReadingTask } from './document-reader.ts'

async function read(task: ReadingTask): Promise<ReadingAnswer> {
  try {
    return task.kind === 'file'
      ? { result: await (await import('./read-file.ts')).readFile(await readInput(), task) }
      : { result: (await import('./read-page.ts')).readPage(task) }
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, detail: error.detail }
    throw error
  }
}

/** The supervisor has counted the bytes. */
async function readInput(): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(Readable.toWeb(process.stdin) as ReadableStream).arrayBuffer())
}

// The parent is gone.
process.once('disconnect', () => process.exit(1))
process.once('message', async (task: ReadingTask) => process.send?.(await read(task)))
