import type { SupabaseClient } from '@supabase/supabase-js'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import { mediaTypes } from '#shared/media-types.ts'
import { extensionOf, findUploadProblem, uploadKinds, uploadName, type UploadKind } from '#shared/uploads.ts'
import { withoutPictureMetadata } from './picture-metadata.ts'

export type UploadedFile = {
  bucket: string
  /** A folder of 128 random bits and the name of U10. */
  path: string
  /** The public address; null for private kinds: see `signUpload`. */
  publicUrl: string | null
}

/**
 * Checks a file and stores it with the member's own rights, under a generated name and folder (U10, U11, B20). Public
 * images lose the metadata of the camera: location, time, device.
 * @throws AppError with the code of U01 to U12
 */
export async function uploadFile(
  supabase: SupabaseClient,
  kind: UploadKind,
  file: File,
  { now = Date.now(), send = sendAtOnce, maxBytes }: UploadOptions = {},
): Promise<UploadedFile> {
  const problem = findUploadProblem(kind, file, maxBytes) ?? (file.size === 0 ? 'upload_failed' : null)
  if (problem) throw new AppError(problem)
  const { bucket, isPublic } = uploadKinds[kind]
  const name = uploadName(file.name, now)
  const path = `${randomFolder()}/${name}`
  // The type is ours: browsers leave it empty for some of these formats, and buckets take only the types that they name.
  const type = mediaTypes[extensionOf(file.name)] ?? ''
  const content = kind === 'image' ? withoutPictureMetadata(new Uint8Array(await file.arrayBuffer())) : file
  await send(supabase, kind, { path, file: new File([content], name, { type }) })
  const publicUrl = isPublic ? supabase.storage.from(bucket).getPublicUrl(path).data.publicUrl : null
  return { bucket, path, publicUrl }
}

export type UploadOptions = {
  now?: number
  /** How to send the file: by the client, or with `sendSigned`. */
  send?: SendFile
  /** Instead of the kind's own limit. */
  maxBytes?: number
}
type SendFile = (
  supabase: SupabaseClient,
  kind: UploadKind,
  named: { path: string; file: File },
) => Promise<void>

const sendAtOnce: SendFile = async (supabase, kind, { path, file }) => {
  const storage = supabase.storage.from(uploadKinds[kind].bucket)
  const { error } = await storage.upload(path, file, { cacheControl: '3600' })
  if (error && !isOwnRepetition(error)) throw new AppError(codeOfStorage(error, kind), { cause: error })
}

/**
 * An address that opens a private file for `seconds`, for anyone who has the address.
 * @throws AppError `not_found` for a file that is not the member's
 */
export async function signUpload(
  supabase: SupabaseClient,
  file: { bucket: string; path: string },
  seconds = 300,
): Promise<string> {
  const { data, error } = await supabase.storage.from(file.bucket).createSignedUrl(file.path, seconds)
  if (error) throw new AppError('not_found', { cause: error })
  return data.signedUrl
}

/** Deletes a file that is not needed. A file that cannot be reached now is left. */
export async function removeUpload(
  supabase: SupabaseClient,
  file: { bucket: string; path: string },
): Promise<void> {
  const { error } = await supabase.storage.from(file.bucket).remove([file.path])
  if (error) console.warn('A file could not be removed.', error.message)
}

/** 128 random bits (B20). */
export function randomFolder(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

type StorageFailure = { message: string; statusCode?: string | undefined }

/** The network failed after the file had arrived, and the request was repeated: no other client can know the folder. */
function isOwnRepetition(error: StorageFailure): boolean {
  return error.statusCode === '409'
}

/** The product's error code for the storage's answer. */
export function codeOfStorage(error: StorageFailure, kind: UploadKind): ErrorCode {
  const { formatCode, sizeCode } = uploadKinds[kind]
  const codes: Record<string, ErrorCode> = {
    413: sizeCode,
    415: formatCode,
    401: 'sign_in_required',
    403: 'sign_in_required',
  }
  return codes[error.statusCode ?? ''] ?? 'upload_failed'
}
