// Members' private files: the storage service of the backend.
import { AppError } from '#shared/errors.ts'

export type FileStore = {
  /**
   * Asks with the member's own token, so the policies of the bucket decide whose file it is.
   * @throws AppError file_gone when there is no such file of this member
   */
  requireOwn(file: { path: string; accessToken: string }): Promise<void>
  /**
   * The bytes, with our rights: call it only for paths that `requireOwn` let pass. Stops reading after `bytesMax`, whatever was declared.
   * @throws AppError file_gone, file_too_large, unavailable; the signal's reason
   */
  read(file: { path: string; bytesMax: number; signal: AbortSignal }): Promise<Uint8Array<ArrayBuffer>>
  /**
   * Removes files of a bucket, of the private one unless told otherwise, for good, with our rights; those that are gone already are no error.
   * @throws AppError unavailable
   */
  remove(paths: readonly string[], bucket?: string): Promise<void>
}

const bucket = 'document'
const timeoutMs = 30_000

/** Paths of supabase/migrations/*_storage.sql. Nothing else is ever put into an address. */
const pathPattern = /^[0-9a-f]{32}\/I[0-9]{13}\.[0-9a-z]{2,4}$/

/** Newer secret keys (`sb_secret_...`) are no tokens and go into `apikey` alone. */
export function createFileStore(config: {
  url: string
  publishableKey: string
  secretKey: string
}): FileStore {
  const ours = {
    apikey: config.secretKey,
    ...(config.secretKey.startsWith('ey') ? { authorization: `Bearer ${config.secretKey}` } : {}),
  }
  const open = async (route: string, path: string, headers: Record<string, string>, signal?: AbortSignal) => {
    if (!pathPattern.test(path)) throw new AppError('file_gone')
    const ended = AbortSignal.timeout(timeoutMs)
    const response = await fetch(`${config.url}/storage/v1/object/${route}${bucket}/${path}`, {
      headers,
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, ended]) : ended,
    }).catch((cause: unknown) => {
      if (signal?.aborted) throw signal.reason
      throw new AppError('unavailable', { cause })
    })
    if (response.ok) return response
    await response.body?.cancel()
    throw new AppError(response.status >= 500 ? 'unavailable' : 'file_gone')
  }
  return {
    async requireOwn({ path, accessToken }) {
      const headers = { apikey: config.publishableKey, authorization: `Bearer ${accessToken}` }
      const response = await open('info/', path, headers)
      await response.body?.cancel()
    },
    async remove(paths, from = bucket) {
      const response = await fetch(`${config.url}/storage/v1/object/${from}`, {
        method: 'DELETE',
        headers: { ...ours, 'content-type': 'application/json' },
        body: JSON.stringify({ prefixes: paths.filter((path) => pathPattern.test(path)) }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      }).catch((cause: unknown) => {
        throw new AppError('unavailable', { cause })
      })
      await response.body?.cancel()
      if (!response.ok) throw new AppError('unavailable', { message: `storage_${response.status}` })
    },
    async read({ path, bytesMax, signal }) {
      const response = await open('', path, ours, signal)
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
    },
  }
}
