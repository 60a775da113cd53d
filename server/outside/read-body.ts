import { AppError } from '#shared/errors.ts'

/**
 * All bytes of an answer, read no further than `bytesMax`, whatever it declared.
 * @throws AppError file_too_large; what the body fails with
 */
export async function readBody(response: Response, bytesMax: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    // Leaving the loop cancels the body.
    if (length > bytesMax) throw new AppError('file_too_large')
    chunks.push(chunk)
  }
  const bytes = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.length
  }
  return bytes
}
