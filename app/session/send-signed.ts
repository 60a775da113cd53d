import type { SupabaseClient } from '@supabase/supabase-js'
import { AppError } from '#shared/errors.ts'
import { uploadKinds, type UploadKind } from '#shared/uploads.ts'
import { sendWithProgress, type SendProgress } from './send-with-progress.ts'
import { codeOfStorage, removeUpload } from './upload-file.ts'

/**
 * Sends a file to a signed address that the member's rights allow. The official client can neither report progress nor
 * abort.
 * @throws AppError; the signal's reason
 */
export async function sendSigned(
  supabase: SupabaseClient,
  kind: UploadKind,
  { path, file }: { path: string; file: File },
  progress: SendProgress,
): Promise<void> {
  const { bucket } = uploadKinds[kind]
  const { data, error } = await supabase.storage.from(bucket).createSignedUploadUrl(path)
  if (error) throw new AppError(codeOfStorage(error, kind), { cause: error })
  const form = new FormData()
  form.append('cacheControl', '3600')
  form.append('', file)
  try {
    const status = await sendWithProgress(data.signedUrl, form, progress)
    if (status >= 300) throw new AppError(codeOfStorage({ message: '', statusCode: String(status) }, kind))
  } catch (failure) {
    // It may have arrived before it was broken off.
    if (progress.signal.aborted) await removeUpload(supabase, { bucket, path })
    throw failure
  }
}
