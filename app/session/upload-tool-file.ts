import type { SupabaseClient } from '@supabase/supabase-js'
import { AppError } from '#shared/errors.ts'
import { extensionOf, findUploadProblem, mediaTypes, uploadKinds, uploadName } from '#shared/uploads.ts'
import { sendWithProgress } from './send-with-progress.ts'
import { codeOfStorage, randomFolder, removeUpload } from './upload-file.ts'

/**
 * Stores a file of a tool in the member's private bucket, as `uploadFile` does. It may be large: tells how much has gone and can be broken off.
 * @returns the path in the private bucket
 * @throws AppError with the code of U06, U07, U12 or file_empty; the signal's reason
 */
export async function uploadToolFile(
  supabase: SupabaseClient,
  file: File,
  progress: { onProgress: (share: number) => void; signal: AbortSignal },
  now = Date.now(),
): Promise<string> {
  const problem = findUploadProblem('tool-file', file) ?? (file.size === 0 ? 'file_empty' : null)
  if (problem) throw new AppError(problem)
  const name = uploadName(file.name, now)
  const path = `${randomFolder()}/${name}`
  const { data, error } = await supabase.storage
    .from(uploadKinds['tool-file'].bucket)
    .createSignedUploadUrl(path)
  if (error) throw new AppError(codeOfStorage(error, 'tool-file'), { cause: error })
  const form = new FormData()
  form.append('cacheControl', '3600')
  form.append('', new File([file], name, { type: mediaTypes[extensionOf(file.name)] ?? '' }))
  const status = await sendWithProgress(data.signedUrl, form, progress)
  if (status >= 300)
    throw new AppError(codeOfStorage({ message: '', statusCode: String(status) }, 'tool-file'))
  return path
}

/** Takes a file of a tool away again, as `removeUpload` does. */
export async function removeToolFile(supabase: SupabaseClient, path: string): Promise<void> {
  await removeUpload(supabase, { bucket: uploadKinds['tool-file'].bucket, path })
}
