import { AppError } from '#shared/errors.ts'
import { toAppError } from '#app/ui/to-app-error.ts'
import { extensionOf, findUploadProblem } from '#shared/uploads.ts'

export type ChosenPicture = { file: File; size: { width: number; height: number } | null }

/**
 * Opens a picture before it is sent, so that none is put into a text that readers would not see. HEIC becomes JPEG where the browser opens it.
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
