/**
 * storage-api's error format: `{ statusCode, error, message, code }`. The HTTP status is 400 for every refusal,
 * whatever statusCode is, and the client reads both (supabase/storage, src/internal/errors).
 */
export class StorageError extends Error {
  readonly statusCode: number
  readonly code: string
  readonly error: string
  readonly httpStatus: 400 | 403 | 404 | 416 | 429 | 500 | 503

  constructor(
    statusCode: number,
    code: string,
    message: string,
    options: { error?: string; httpStatus?: StorageError['httpStatus']; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'StorageError'
    this.statusCode = statusCode
    this.code = code
    this.error = options.error ?? code
    this.httpStatus = options.httpStatus ?? (statusCode >= 500 ? 500 : 400)
  }

  toJSON(): object {
    return {
      statusCode: String(this.statusCode),
      error: this.error,
      message: this.message,
      code: this.code,
    }
  }
}

export const noSuchBucket = () =>
  new StorageError(404, 'NoSuchBucket', 'Bucket not found', { error: 'Bucket not found' })
export const noSuchKey = () => new StorageError(404, 'NoSuchKey', 'Object not found', { error: 'not_found' })
export const alreadyExists = (code: 'KeyAlreadyExists' | 'BucketAlreadyExists') =>
  new StorageError(409, code, 'The resource already exists', { error: 'Duplicate' })
export const accessDenied = (message: string) =>
  new StorageError(403, 'AccessDenied', message, { error: 'Unauthorized' })
export const tooLarge = () =>
  new StorageError(413, 'EntityTooLarge', 'The object exceeded the maximum allowed size', {
    error: 'Payload too large',
  })
export const quotaExceeded = () =>
  new StorageError(413, 'EntityTooLarge', 'The storage quota of the owner is exceeded', {
    error: 'Payload too large',
  })
export const slowDown = () =>
  new StorageError(429, 'SlowDown', 'Too many requests, please try again later', {
    error: 'too_many_requests',
    httpStatus: 429,
  })
export const invalidRequest = (message: string) => new StorageError(400, 'InvalidRequest', message)
export const invalidKey = (key: string) =>
  new StorageError(400, 'InvalidKey', `Invalid key: ${key.slice(0, 200)}`)
export const notEnabled = (feature: string) =>
  new StorageError(409, 'FeatureNotEnabled', `The feature ${feature} is not enabled for this resource`)
