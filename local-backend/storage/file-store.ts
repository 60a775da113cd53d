/** Where bytes are kept. A file is named by the version of its object (a UUID of ours) and never changes. */
export type FileStore = {
  /** Folder of this machine where bytes are collected before they are whole. */
  incomingFolder: string
  /** Takes over a whole, closed file of incomingFolder: afterwards it is gone from there and all of it is kept. */
  put(version: string, path: string, size: number): Promise<void>
  /** The bytes from first to last, both included; null for all. Throws FileMissing. */
  open(version: string, range: ByteRange | null): Promise<ReadableStream<Uint8Array>>
  /** Throws FileMissing. */
  copy(from: string, to: string): Promise<void>
  /** Removes what is there; what is not there is no error. */
  remove(version: string): Promise<void>
  /** Where the whole file lies on this machine; left out by stores that keep it elsewhere. */
  pathOf?(version: string): string
  stop(): Promise<void>
}

export type ByteRange = { first: number; last: number }

/** A row names bytes that are not there: a database restored without its files, or the other way round. */
export class FileMissing extends Error {
  constructor(version: string, options?: { cause: unknown }) {
    super(`No file ${version}`, options)
    this.name = 'FileMissing'
  }
}
