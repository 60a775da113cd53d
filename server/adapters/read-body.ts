import { AppError, type ErrorCode } from '#shared/errors.ts'

/**
 * Reads all bytes of a response, at most `bytesMax`, whatever length it declared.
 * @throws AppError file_too_large; errors of the body
 */
export const readBody = (response: Response, bytesMax: number): Promise<Uint8Array<ArrayBuffer>> =>
  collectBytes(response.body ?? [], bytesMax, 'file_too_large')

/** Collects all bytes of a stream of chunks. @param tooLarge is thrown above `bytesMax`, and reading stops */
export async function collectBytes(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  bytesMax: number,
  tooLarge: ErrorCode,
): Promise<Uint8Array<ArrayBuffer>> {
  const collected: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunks) {
    length += chunk.length
    // Leaving the loop cancels the stream.
    if (length > bytesMax) throw new AppError(tooLarge)
    collected.push(chunk)
  }
  const bytes = new Uint8Array(length)
  let offset = 0
  for (const chunk of collected) {
    bytes.set(chunk, offset)
    offset += chunk.length
  }
  return bytes
}
