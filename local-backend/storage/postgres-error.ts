import { NoConnection } from '#backend/connection-shares.ts'
import { codeOf } from '#backend/database.ts'
import { accessDenied, alreadyExists, noSuchBucket, StorageError } from './storage-error.ts'

/** The caller's error for an error of Postgres; null for internal ones. */
export function fromPostgresError(error: unknown): StorageError | null {
  if (error instanceof NoConnection) return unavailable(error)
  const code = codeOf(error)
  if (code === undefined) return null
  const { table, message } = error as { table?: string; message: string }
  if (code === '42501') {
    return accessDenied(
      message.startsWith('new row violates row-level security policy')
        ? 'new row violates row-level security policy'
        : 'Access denied',
    )
  }
  if (code === '23505') return alreadyExists(table === 'buckets' ? 'BucketAlreadyExists' : 'KeyAlreadyExists')
  if (code === '23503') return noSuchBucket()
  // Raised on purpose, by a trigger or a function of a policy: its text is for the caller.
  if (code === 'P0001') return new StorageError(400, 'DatabaseError', message)
  return code === '57014' || /^(08|57P|53)|^ECONN/.test(code) ? unavailable(error) : null
}

function unavailable(cause: unknown): StorageError {
  const message = 'The connection to the database timed out'
  return new StorageError(503, 'DatabaseTimeout', message, { httpStatus: 503, cause })
}
