import { AppError } from '#shared/errors.ts'
import { toAppError } from '#app/ui/to-app-error.ts'
import { extensionOf, findUploadProblem, uploadKinds } from '#shared/uploads.ts'

/** An image or a video. */
export type ChosenMedia = ChosenPicture & { kind: 'image' | 'video' }

/**
 * Opens a file chosen for a text before the upload, so that the text contains only media that readers can see.
 * @param videoMaxBytes as the operator has set it (B01)
 * @throws AppError as `readPicture` does; only_video_format, video_too_large, video_not_shown
 */
export async function readMedia(file: File, videoMaxBytes: number): Promise<ChosenMedia> {
  if (!isVideo(file)) return { kind: 'image', ...(await readPicture(file)) }
  const problem = findUploadProblem('video', file, videoMaxBytes)
  if (problem) throw new AppError(problem)
  return { kind: 'video', file, size: await measureVideo(file) }
}

const isVideo = (file: File): boolean => uploadKinds.video.extensions.includes(extensionOf(file.name))

async function measureVideo(file: File): Promise<{ width: number; height: number }> {
  const video = document.createElement('video')
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  video.onloadedmetadata = () => resolve()
  video.onerror = () => reject(new AppError('video_not_shown'))
  video.preload = 'metadata'
  video.src = URL.createObjectURL(file)
  try {
    await promise
    // The file has only sound, or a video format that this browser does not support.
    if (video.videoWidth === 0) throw new AppError('video_not_shown')
    return { width: video.videoWidth, height: video.videoHeight }
  } finally {
    URL.revokeObjectURL(video.src)
  }
}

export type ChosenPicture = { file: File; size: { width: number; height: number } | null }

/**
 * Opens an image before the upload, so that a text contains only images that readers can see. HEIC becomes JPEG where
 * the browser supports it.
 * @throws AppError only_image_format, image_too_large, picture_not_shown
 */
export async function readPicture(file: File): Promise<ChosenPicture> {
  const problem = findUploadProblem('image', file)
  if (problem) throw new AppError(problem)
  const picture = new Image()
  picture.src = URL.createObjectURL(file)
  try {
    await picture.decode()
    const { naturalWidth: width, naturalHeight: height } = picture
    // A drawing may have no size of its own.
    const size = width > 0 && height > 0 ? { width, height } : null
    const isHeic = /^hei[cfx]$/.test(extensionOf(file.name))
    return { file: isHeic ? await asJpeg(picture, file.name) : file, size }
  } catch (error) {
    throw toAppError(error, 'picture_not_shown')
  } finally {
    URL.revokeObjectURL(picture.src)
  }
}

async function asJpeg(picture: HTMLImageElement, name: string): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = picture.naturalWidth
  canvas.height = picture.naturalHeight
  canvas.getContext('2d')?.drawImage(picture, 0, 0)
  const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
  if (!jpeg) throw new AppError('picture_not_shown')
  return new File([jpeg], `${name.replace(/\.[^.]*$/, '')}.jpg`, { type: 'image/jpeg' })
}
