// Names of buckets and objects. They are only values in SQL: no file path contains them.
import { invalidKey, StorageError } from './storage-error.ts'

// Characters that S3 allows or handles specially, as storage-api checks them (supabase/storage, src/storage/limits.ts).
const keyPattern = /^[\w/!\-.*'() &$@=;:+,?]+$/
const bucketPattern = /^[\w!\-.*'() &$@=;:+,?]{1,63}$/
const keyMaxLength = 1_024

/**
 * Throws InvalidKey for keys that storage-api refuses, and for segments that browsers and proxies would resolve (`..`).
 */
export function checkKey(key: unknown): string {
  if (typeof key !== 'string' || key.length > keyMaxLength || !keyPattern.test(key))
    throw invalidKey(typeof key === 'string' ? key : '')
  if (key.split('/').some((segment) => ['', '.', '..'].includes(segment))) throw invalidKey(key)
  return key
}

/** Throws InvalidBucketName. */
export function checkBucketName(name: unknown): string {
  if (typeof name === 'string' && bucketPattern.test(name) && name.trim() === name) return name
  throw new StorageError(400, 'InvalidBucketName', 'Bucket name invalid', { error: 'Invalid Input' })
}

export type ObjectAddress = { bucket: string; key: string }

/** Bucket and key in a URL below `prefix`, e.g. '/object/public/'. Throws InvalidKey and InvalidBucketName. */
export function readObjectAddress(url: string, prefix: string): ObjectAddress {
  const { pathname } = new URL(url)
  const [bucket = '', ...segments] = pathname.slice(pathname.indexOf(prefix) + prefix.length).split('/')
  const key = segments.join('/')
  try {
    return { bucket: checkBucketName(decodeURIComponent(bucket)), key: checkKey(decodeURIComponent(key)) }
  } catch (error) {
    if (error instanceof URIError) throw invalidKey(key)
    throw error
  }
}
