import type { SupabaseClient } from '@supabase/supabase-js'
import { AppError } from '#shared/errors.ts'
import { mediaTypes } from '#shared/media-types.ts'
import { extensionOf, findUploadProblem, uploadKinds, uploadName } from '#shared/uploads.ts'
import type { SendProgress } from './send-with-progress.ts'
import { sendSigned } from './send-signed.ts'
import { randomFolder, removeUpload } from './upload-file.ts'

/**
 * Stores a file of a tool in the member's private bucket, as `uploadFile` does. It may be large, so the upload reports
 * progress and can be aborted.
 * @returns the path in the private bucket
 * @throws AppError with the code of U06, U07, U12 or file_empty; the signal's reason
 */
export async function uploadToolFile(
  supabase: SupabaseClient,
  file: File,
  progress: SendProgress,
  now = Date.now(),
): Promise<string> {
  const problem = findUploadProblem('tool-file', file) ?? (file.size === 0 ? 'file_empty' : null)
  if (problem) throw new AppError(problem)
  const name = uploadName(file.name, now)
  const path = `${randomFolder()}/${name}`
  const type = mediaTypes[extensionOf(file.name)] ?? ''
  await sendSigned(supabase, 'tool-file', { path, file: new File([file], name, { type }) }, progress)
  return path
}

/** Takes a file of a tool away again, as `removeUpload` does. */
export async function removeToolFile(supabase: SupabaseClient, path: string): Promise<void> {
  await removeUpload(supabase, { bucket: uploadKinds['tool-file'].bucket, path })
}
