import { AppError } from '#shared/errors.ts'

/**
 * A text file: UTF-8, UTF-16 with its mark, or EUC-KR, as Korean Windows saves it.
 * @throws AppError only_tool_file_format for bytes that are no text
 */
export function readPlain(data: Uint8Array, charactersMax: number): string {
  // A character has at most four bytes. The last one may be cut.
  const bytes = data.subarray(0, charactersMax * 4)
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  const text =
    (isUtf16 ? decode(bytes, 'utf-16le') : (decode(bytes, 'utf-8') ?? decode(bytes, 'euc-kr'))) ?? ''
  if (text.includes('\0') || (text === '' && bytes.length > 0)) throw new AppError('only_tool_file_format')
  return text.replace(/\r\n?/g, '\n').trim()
}

function decode(bytes: Uint8Array, charset: string): string | null {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return null
  }
}
