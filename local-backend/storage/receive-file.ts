// Streams the bytes of an upload to a file of this machine. Only the current chunk is in memory.
import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import { holdsNul, isObject, parseJson } from '#backend/json.ts'
import { invalidRequest, StorageError, tooLarge } from './storage-error.ts'

export type ReceivedFile = {
  /** A complete, closed file, which the caller owns. */
  path: string
  size: number
  eTag: string
  mediaType: string
  cacheControl: string
  contentEncoding: string | null
  userMetadata: Record<string, unknown> | null
}

type Limits = {
  folder: string
  maxBytes: number
  /** Throws for a refused type; called before any byte is read. */
  checkType: (mediaType: string) => void
}

const metadataMaxLength = 8_192
/** A request's headers and its bytes. */
export type UploadSource = { headers: Headers; body: Readable }

/** Space for the fields and boundaries around the file of a form. */
const formOverheadBytes = 65_536

/**
 * Receives the file of a request: its raw body, or the file of a form as supabase-js sends Blob and File. Throws
 * StorageError for too many bytes, refused types and missing files, and UploadAborted when the sender disconnects. In
 * each of these cases nothing stays on disk.
 */
export async function receiveFile(request: UploadSource, limits: Limits): Promise<ReceivedFile> {
  const path = join(limits.folder, randomUUID())
  const type = request.headers.get('content-type') ?? 'application/octet-stream'
  const isForm = /^multipart\/form-data/i.test(type)
  const declared = Number(request.headers.get('content-length') ?? 0)
  if (declared > limits.maxBytes + (isForm ? formOverheadBytes : 0)) throw tooLarge()
  try {
    return isForm
      ? await receiveForm(request, type, path, limits)
      : await receiveRaw(request, type, path, limits)
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

async function receiveRaw(
  request: UploadSource,
  type: string,
  path: string,
  limits: Limits,
): Promise<ReceivedFile> {
  limits.checkType(type)
  const metadata = request.headers.get('x-metadata')
  const described = {
    cacheControl: request.headers.get('cache-control') ?? 'no-cache',
    contentEncoding: readEncoding(request.headers.get('content-encoding')),
    userMetadata: metadata === null ? null : readMetadata(Buffer.from(metadata, 'base64').toString('utf8')),
  }
  const written = await writeFile(request.body, path, limits.maxBytes)
  const declared = request.headers.get('content-length')
  if (declared !== null && Number(declared) !== written.size) throw new UploadAborted('Bytes are missing.')
  return { ...written, ...described, path, mediaType: type }
}

async function receiveForm(
  request: UploadSource,
  type: string,
  path: string,
  limits: Limits,
): Promise<ReceivedFile> {
  const source = request.body
  const fields: Record<string, string> = {}
  let part: BusboyFileStream | undefined
  let mediaType = ''
  let writing: Promise<Written> | undefined
  const stop = new AbortController()
  let failure: Error | undefined
  const fail = (error: Error) => {
    failure ??= error
    stop.abort()
  }
  const parser = readForm(type)
  parser.on('field', (name, value) => {
    fields[name] = value
  })
  parser.on('file', (_name, stream, _filename, _encoding, partType) => {
    part = stream
    mediaType = partType
    // Without a listener, a form that ends inside its file would end the process.
    stream.on('error', fail)
    try {
      limits.checkType(partType)
    } catch (error) {
      fail(error as Error)
      return
    }
    writing = writeFile(stream, path, limits.maxBytes)
    writing.catch(fail)
  })
  try {
    await pipeline(source, countBytes(limits.maxBytes + formOverheadBytes), parser, { signal: stop.signal })
  } catch (error) {
    failure ??= asUploadError(error)
  }
  if (failure) {
    // The parser never ends the stream of its current part.
    part?.destroy()
    await Promise.allSettled([writing])
    throw asUploadError(failure)
  }
  if (!writing) throw new StorageError(400, 'InvalidRequest', 'No content provided')
  return {
    ...(await writing),
    path,
    mediaType,
    cacheControl: /^\d{1,10}$/.test(fields.cacheControl ?? '')
      ? `max-age=${fields.cacheControl}`
      : 'no-cache',
    contentEncoding: readEncoding(fields.contentEncoding ?? null),
    userMetadata: fields.metadata === undefined ? null : readMetadata(fields.metadata),
  }
}

function readForm(type: string): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': type },
      limits: { files: 1, fields: 10, fieldSize: metadataMaxLength + 1, fieldNameSize: 100, headerPairs: 20 },
    })
  } catch (error) {
    throw new StorageError(400, 'InvalidRequest', 'The form could not be read', { cause: error })
  }
}

type Written = { size: number; eTag: string }

async function writeFile(source: Readable, path: string, maxBytes: number): Promise<Written> {
  const hash = createHash('sha256')
  const counter = countBytes(maxBytes, hash)
  try {
    await pipeline(source, counter, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  } catch (error) {
    throw asUploadError(error)
  }
  return { size: counter.bytes, eTag: `"${hash.digest('hex')}"` }
}

/** Passes bytes on, counts them, and aborts at the first one above the limit. */
function countBytes(
  maxBytes: number,
  hash?: { update(chunk: Buffer): unknown },
): Transform & { bytes: number } {
  const counter = Object.assign(
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        counter.bytes += chunk.length
        if (counter.bytes > maxBytes) return done(tooLarge())
        hash?.update(chunk)
        done(null, chunk)
      },
    }),
    { bytes: 0 },
  )
  return counter
}

/** Errors of the disk keep their code; faults of the connection or the form are the sender's. */
function asUploadError(error: unknown): Error {
  if (error instanceof StorageError) return error
  const code = (error as NodeJS.ErrnoException).code ?? ''
  if (/^E(NOSPC|DQUOT|ACCES|PERM|ROFS|MFILE|NFILE|IO|EXIST|NOENT)$/.test(code)) return error as Error
  return new UploadAborted(error)
}

/** The sender disconnected, or its form ended early. */
class UploadAborted extends StorageError {
  constructor(cause: unknown) {
    super(400, 'Aborted', 'The upload ended early', { cause })
    this.name = 'UploadAborted'
  }
}

function readEncoding(value: string | null): string | null {
  if (value === null || value === '' || value === 'identity') return null
  if (!/^(gzip|br|deflate|zstd)$/.test(value)) throw invalidRequest('Content-Encoding is not supported')
  return value
}

function readMetadata(text: string): Record<string, unknown> {
  const refused = () => invalidRequest('metadata has to be a JSON object of at most 8 kB')
  if (text.length > metadataMaxLength || holdsNul(text)) throw refused()
  const value = parseJson(text)
  if (!isObject(value)) throw refused()
  return value
}
