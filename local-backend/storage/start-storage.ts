import type { Hono } from 'hono'
import { createDiskFiles } from './disk-files.ts'
import type { S3Options } from './s3-files.ts'
import { createStorageApp } from './storage-app.ts'
import type { StorageContext, StorageEnv } from './storage-context.ts'
import { startSweeping } from './unused-files.ts'
import { createUrlTokens } from './url-token.ts'

export type StorageOptions = {
  /** A folder of this machine, or a bucket of an S3 server where several copies of the product share files. */
  files: { folder: string } | { s3: S3Options }
  /** No file is larger, whatever its bucket allows; 50 MiB unless given, as on hosted Supabase. */
  fileSizeLimitBytes?: number
  /** What all files of one member may take together; no limit unless given. The secret key's files belong to nobody. */
  ownerQuotaBytes?: number
  /** Milliseconds since 1970, for the expiry of signed addresses. */
  now?: () => number
}

const defaultLimitBytes = 50 * 1_048_576

/** Opens the store and starts the sweep of what crashes left. Throws when the folder cannot be written. */
export async function startStorage(
  { files: place, fileSizeLimitBytes = defaultLimitBytes, ownerQuotaBytes, now }: StorageOptions,
  shared: Pick<StorageContext, 'pool' | 'keys' | 'tokens' | 'limiter' | 'log'>,
): Promise<{ app: Hono<StorageEnv>; stop(): Promise<void> }> {
  const files = 'folder' in place ? await createDiskFiles(place.folder) : await openS3(place.s3)
  const storage: StorageContext = {
    ...shared,
    files,
    fileSizeLimitBytes,
    ownerQuotaBytes: ownerQuotaBytes ?? null,
    urlTokens: createUrlTokens(shared.keys.secretKey, now),
  }
  const sweeping = startSweeping(storage)
  return {
    app: createStorageApp(storage),
    async stop() {
      await sweeping.stop()
      await files.stop()
    },
  }
}

/** The S3 client is several megabytes: loaded only where it is used. */
async function openS3(options: S3Options) {
  const { createS3Files } = await import('./s3-files.ts')
  return createS3Files(options)
}
