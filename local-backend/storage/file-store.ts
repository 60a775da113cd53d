/** The store of bytes. A file's name is the version of its object (a UUID of ours), and it never changes. */
export type FileStore = {
  /** Folder of this machine for incomplete uploads. */
  incomingFolder: string
  /** Moves a complete, closed file from incomingFolder into the store. */
  put(version: string, path: string, size: number): Promise<void>
  /** The bytes from first to last, both included; null for all. Throws FileMissing. */
  open(version: string, range: ByteRange | null): Promise<ReadableStream<Uint8Array>>
  /** Throws FileMissing. */
  copy(from: string, to: string): Promise<void>
  /** Removes an existing file; a missing one is no error. */
  remove(version: string): Promise<void>
  /** The path of the whole file on this machine; left out by stores on other machines. */
  pathOf?(version: string): string
  stop(): Promise<void>
}

export type ByteRange = { first: number; last: number }

/** A row without its bytes: a database that was restored without its files, or the reverse. */
export class FileMissing extends Error {
  constructor(version: string, options?: { cause: unknown }) {
    super(`No file ${version}`, options)
    this.name = 'FileMissing'
  }
}
