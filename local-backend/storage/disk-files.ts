import { constants, createReadStream } from 'node:fs'
import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { randomUUID } from 'node:crypto'
import { codeOf } from '#backend/database.ts'
import { FileMissing, type FileStore } from './file-store.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Files below `folder`, readable by this account only: incoming/ while they arrive, then files/<two digits>/<version>.
 * A file appears whole and synced, by rename, or not at all.
 */
export async function createDiskFiles(folder: string): Promise<FileStore> {
  const incomingFolder = join(folder, 'incoming')
  await mkdir(incomingFolder, { recursive: true, mode: 0o700 })

  const pathOf = (version: string) => pathOfFile(folder, version)

  async function moveInto(path: string, version: string): Promise<void> {
    const target = pathOf(version)
    await syncFile(path)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await rename(path, target)
    await syncFolder(dirname(target))
  }

  return {
    incomingFolder,
    put: (version, path) => moveInto(path, version),
    async open(version, range) {
      const file = await open(pathOf(version), 'r').catch((error: unknown) => {
        throw codeOf(error) === 'ENOENT' ? new FileMissing(version, { cause: error }) : error
      })
      const bytes = createReadStream('', {
        fd: file,
        ...(range ? { start: range.first, end: range.last } : {}),
      })
      return Readable.toWeb(bytes) as ReadableStream<Uint8Array>
    },
    async copy(from, to) {
      const draft = join(incomingFolder, randomUUID())
      try {
        await copyFile(pathOf(from), draft, constants.COPYFILE_FICLONE)
        await moveInto(draft, to)
      } catch (error) {
        await rm(draft, { force: true })
        throw codeOf(error) === 'ENOENT' ? new FileMissing(from, { cause: error }) : error
      }
    },
    pathOf,
    remove: (version) => rm(pathOf(version), { force: true }),
    stop: async () => {},
  }
}

/** The path of a file; the only place that builds one. @throws for a version that is no UUID: a fault of ours */
export function pathOfFile(folder: string, version: string): string {
  if (!uuid.test(version)) throw new Error('A file version has to be a UUID.')
  return join(folder, 'files', version.slice(0, 2), version)
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Syncs the folder, so that the new name survives a power cut. Windows cannot open folders, and syncs by itself. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
