import type { Hono } from 'hono'
import { service } from './as-caller.ts'
import { createBytesInFlight } from './bytes-in-flight.ts'
import { createDiskFiles } from './disk-files.ts'
import type { FileStore } from './file-store.ts'
import type { S3Options } from './s3-files.ts'
import { createStorageApp } from './storage-app.ts'
import { findObject } from './object-rows.ts'
import type { StorageContext, StorageEnv } from './storage-context.ts'
import { StorageError } from './storage-error.ts'
import { startSweeping } from './unused-files.ts'
import { createUrlTokens } from './url-token.ts'

export type StorageOptions = {
  /** A folder of this machine, or a bucket of an S3 server where several processes of the product share files. */
  files: { folder: string } | { s3: S3Options }
  /** The maximum of every file, whatever its bucket allows; 50 MiB by default, as on hosted Supabase. */
  fileSizeLimitBytes?: number
  /** The maximum of one member's files together; no limit by default. The secret key's files have no owner. */
  ownerQuotaBytes?: number
  /** Milliseconds since 1970, for the expiry of signed URLs. */
  now?: () => number
}

type RunningStorage = {
  app: Hono<StorageEnv>
  /**
   * The path of an object's file on this machine, for any caller; null when there is none, or when files are stored
   * elsewhere.
   */
  findFile(bucket: string, key: string): Promise<string | null>
  stop(): Promise<void>
}

const defaultLimitBytes = 50 * 1_048_576

/** Opens the store and starts the sweep of leftovers. Throws when the folder is not writable. */
export async function startStorage(
  { files: place, fileSizeLimitBytes = defaultLimitBytes, ownerQuotaBytes, now }: StorageOptions,
  shared: Pick<
    StorageContext,
    'pool' | 'keys' | 'tokens' | 'sessions' | 'limiter' | 'counter' | 'shares' | 'log'
  >,
): Promise<RunningStorage> {
  const files: FileStore = 'folder' in place ? await createDiskFiles(place.folder) : await openS3(place.s3)
  const storage: StorageContext = {
    ...shared,
    files,
    fileSizeLimitBytes,
    ownerQuotaBytes: ownerQuotaBytes ?? null,
    inFlight: createBytesInFlight(),
    urlTokens: createUrlTokens(shared.keys.secretKey, now),
  }
  const sweeping = startSweeping(storage)
  return {
    app: createStorageApp(storage),
    async findFile(bucket, key) {
      if (!files.pathOf) return null
      try {
        const { version } = await findObject(shared.pool, service, { bucket, key })
        return files.pathOf(version)
      } catch (error) {
        if (error instanceof StorageError) return null
        throw error
      }
    },
    async stop() {
      await sweeping.stop()
      await files.stop()
    },
  }
}

/** The S3 client is several megabytes, so it loads only when it is used. */
async function openS3(options: S3Options) {
  const { createS3Files } = await import('./s3-files.ts')
  return createS3Files(options)
}
