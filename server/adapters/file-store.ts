// Members' files in the storage service of the backend.
import { pathToFileURL } from 'node:url'
import { AppError } from '#shared/errors.ts'
import { readBody } from './read-body.ts'

export type FileStore = {
  /**
   * Asks with the member's own token, so that the bucket's policies decide about access.
   * @throws AppError file_gone when this member has no such file
   */
  requireOwn(file: { path: string; accessToken: string }): Promise<void>
  /**
   * A URL that reads this one file for two minutes without a key, for a process that has none. A file on this machine
   * has a file URL. Call it only for paths that `requireOwn` allowed.
   * @throws AppError file_gone, unavailable; the signal's reason
   */
  sign(file: { path: string; signal: AbortSignal }): Promise<string>
  /**
   * Reads the bytes with our rights: call it only for paths that `requireOwn` allowed. Stops after `bytesMax`, whatever
   * length was declared.
   * @throws AppError file_gone, file_too_large, unavailable; the signal's reason
   */
  read(file: { path: string; bytesMax: number; signal: AbortSignal }): Promise<Uint8Array<ArrayBuffer>>
  /**
   * Puts a picture into the public bucket with our rights. The owner is recorded elsewhere, see
   * `private.give_picture()`.
   * @throws AppError unavailable; the signal's reason
   */
  addPicture(picture: { path: string; data: Uint8Array<ArrayBuffer>; signal: AbortSignal }): Promise<void>
  /**
   * Deletes files of a bucket (by default the private one) for good, with our rights. Missing files are no error.
   * @throws AppError unavailable
   */
  remove(paths: readonly string[], bucket?: string): Promise<void>
}

const bucket = 'document'
const timeoutMs = 30_000
const signedSeconds = 120

/** Paths of supabase/schemas/08_storage.sql. No other path is ever put into a URL. */
const pathPattern = /^[0-9a-f]{32}\/I[0-9]{13}\.[0-9a-z]{2,4}$/

type Asked = { headers: Record<string, string>; method?: 'POST'; body?: string; signal?: AbortSignal }

/** The path of a bucket's file on this machine, or null when it is unknown. */
type FindFile = (bucket: string, path: string) => Promise<string | null>

/** Newer secret keys (`sb_secret_...`) are not tokens and are sent in `apikey` alone. */
export function createFileStore(
  config: { url: string; publishableKey: string; secretKey: string },
  findFile?: FindFile,
): FileStore {
  const ours = {
    apikey: config.secretKey,
    ...(config.secretKey.startsWith('ey') ? { authorization: `Bearer ${config.secretKey}` } : {}),
  }
  const storage = `${config.url}/storage/v1`
  const open = async (route: string, path: string, { signal, ...init }: Asked) => {
    if (!pathPattern.test(path)) throw new AppError('file_gone')
    const ended = AbortSignal.timeout(timeoutMs)
    const response = await fetch(`${storage}/object/${route}${bucket}/${path}`, {
      ...init,
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
      const response = await open('info/', path, { headers })
      await response.body?.cancel()
    },
    async remove(paths, from = bucket) {
      const response = await fetch(`${storage}/object/${from}`, {
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
    async addPicture({ path, data, signal }) {
      if (!pathPattern.test(path)) throw new AppError('unavailable', { message: 'storage_path' })
      const response = await fetch(`${storage}/object/image/${path}`, {
        method: 'POST',
        headers: { ...ours, 'content-type': 'image/jpeg', 'cache-control': 'max-age=3600' },
        body: data,
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      }).catch((cause: unknown) => {
        if (signal.aborted) throw signal.reason
        throw new AppError('unavailable', { cause })
      })
      await response.body?.cancel()
      if (!response.ok) throw new AppError('unavailable', { message: `storage_${response.status}` })
    },
    async sign({ path, signal }) {
      const near = pathPattern.test(path) ? await findFile?.(bucket, path) : null
      if (near) return pathToFileURL(near).href
      const response = await open('sign/', path, {
        method: 'POST',
        headers: { ...ours, 'content-type': 'application/json' },
        body: JSON.stringify({ expiresIn: signedSeconds }),
        signal,
      })
      const { signedURL } = (await response.json()) as { signedURL: string }
      return `${storage}${signedURL}`
    },
    async read({ path, bytesMax, signal }) {
      const response = await open('', path, { headers: ours, signal })
      return readBody(response, bytesMax)
    },
  }
}
