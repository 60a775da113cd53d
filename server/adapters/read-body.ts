import { AppError, type ErrorCode } from '#shared/errors.ts'

/**
 * All bytes of an answer, read no further than `bytesMax`, whatever it declared.
 * @throws AppError file_too_large; what the body fails with
 */
export const readBody = (response: Response, bytesMax: number): Promise<Uint8Array<ArrayBuffer>> =>
  collectBytes(response.body ?? [], bytesMax, 'file_too_large')

/** All bytes of what comes in pieces. @param tooLarge thrown where there are more than `bytesMax`; no more is read then */
export async function collectBytes(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  bytesMax: number,
  tooLarge: ErrorCode,
): Promise<Uint8Array<ArrayBuffer>> {
  const kept: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunks) {
    length += chunk.length
    // Leaving the loop cancels what it reads.
    if (length > bytesMax) throw new AppError(tooLarge)
    kept.push(chunk)
  }
  const bytes = new Uint8Array(length)
  let offset = 0
  for (const chunk of kept) {
    bytes.set(chunk, offset)
    offset += chunk.length
  }
  return bytes
}
