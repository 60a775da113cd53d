import { AppError } from '#shared/errors.ts'

export type SendProgress = { onProgress: (share: number) => void; signal: AbortSignal }

/**
 * Sends a form by PUT and reports the upload's progress, which `fetch` cannot do.
 * @param onProgress called with 0 to 1
 * @returns the status of the answer
 * @throws AppError unavailable without an answer; the signal's reason
 */
export function sendWithProgress(
  url: string,
  form: FormData,
  { onProgress, signal }: SendProgress,
): Promise<number> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error)
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    signal.addEventListener('abort', abort, { once: true })
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => resolve(request.status)
    request.onerror = () => reject(new AppError('unavailable'))
    request.onabort = () => reject(signal.reason as Error)
    request.onloadend = () => signal.removeEventListener('abort', abort)
    request.open('PUT', url)
    request.setRequestHeader('x-upsert', 'false')
    request.send(form)
  })
}
