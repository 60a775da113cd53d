// Sends a member's file to the worker process, which has no network and no files.
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable, Transform, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '#shared/errors.ts'
import { isDocument, uploadKinds } from '#shared/uploads.ts'

const timeoutMs = 30_000

/**
 * Streams a file to `reader`, up to the limit of its kind.
 * @param file.address a signed URL, or a file URL on this machine
 * @throws AppError file_gone, file_too_large, image_too_large, unavailable; the stream's error when the reader is gone
 */
export async function sendFile(file: { address: string; name: string }, reader: Writable): Promise<void> {
  const { maxBytes } = uploadKinds[isDocument(file.name) ? 'tool-file' : 'image']
  const tooLarge = () => new AppError(isDocument(file.name) ? 'file_too_large' : 'image_too_large')
  const source = file.address.startsWith('file:')
    ? await openNear(new URL(file.address), maxBytes, tooLarge)
    : await openFar(file.address)
  await pipeline(source, atMost(maxBytes, tooLarge), reader)
}

async function openFar(address: string): Promise<Readable> {
  try {
    const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    if (!response.ok) throw new AppError(response.status >= 500 ? 'unavailable' : 'file_gone')
    return Readable.fromWeb(response.body ?? new Response('').body!)
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('unavailable', { cause: error })
  }
}

/** Stored files never change, so the measured size is the size that is read. */
async function openNear(address: URL, maxBytes: number, tooLarge: () => AppError): Promise<Readable> {
  try {
    if ((await stat(address)).size > maxBytes) throw tooLarge()
    return createReadStream(address)
  } catch (error) {
    if (error instanceof AppError) throw error
    const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT'
    throw new AppError(isGone ? 'file_gone' : 'unavailable', { cause: error })
  }
}

function atMost(maxBytes: number, tooLarge: () => AppError): Transform {
  let length = 0
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      length += chunk.length
      done(length > maxBytes ? tooLarge() : null, chunk)
    },
  })
}
