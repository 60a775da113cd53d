// Members' files as text or pictures, parsed in another process. A short cache spares a second read of a file that was
// previewed.
import { LRUCache } from 'lru-cache'
import { sourceCharactersMax } from '#shared/tools.ts'
import type { FileStore } from './file-store.ts'
import type { DocumentReader } from './reading/document-reader.ts'
import type { FileContent } from './reading/read-file.ts'

type OwnFile = {
  path: string
  name: string
  memberId: string
  /** `sourceCharactersMax` by default. */
  charactersMax?: number
}

export type FileReader = {
  /**
   * The content of a file, at most `charactersMax` characters. Call it only for paths that `requireOwn` allowed.
   * @throws AppError as `DocumentReader` and `FileStore.sign`; the signal's reason
   */
  read(file: OwnFile, signal: AbortSignal): Promise<FileContent>
  /** The original bytes. @throws AppError as `FileStore.read` */
  load(file: { path: string; bytesMax: number }, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>>
}

const ttlMs = 15 * 60_000
const cacheBytesMax = 64 * 1024 * 1024

export function createFileReader(files: FileStore, reader: DocumentReader): FileReader {
  const cache = new LRUCache<string, FileContent>({
    ttl: ttlMs,
    maxSize: cacheBytesMax,
    sizeCalculation: (content) =>
      1_000 + (content.kind === 'picture' ? content.data.length : content.text.length * 2),
  })
  return {
    async read({ path, name, memberId, charactersMax = sourceCharactersMax }, signal) {
      // The name is in the key because a picture's name decides whether it may be read.
      const key = `${charactersMax} ${path} ${name}`
      const known = cache.get(key)
      if (known) return known
      const sign = () => files.sign({ path, signal })
      const content = await reader.read({ kind: 'file', name, sign, memberId, charactersMax }, signal)
      cache.set(key, content)
      return content
    },
    load: ({ path, bytesMax }, signal) => files.read({ path, bytesMax, signal }),
  }
}
