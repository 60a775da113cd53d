// Pictures of a text are files of our own storage, named without a host, so that no text can make a reader ask anybody else.
// `#800x600` behind the address are its pixels: the page keeps room for it.
import { picturePath } from '#shared/uploads.ts'

export type PictureAddress = { src: string; width: number | null; height: number | null }

/** null for everything that is not a picture of ours. */
export function readPictureAddress(address: string): PictureAddress | null {
  const [src = '', pixels] = address.split('#', 2)
  if (!picturePath.test(src)) return null
  const [, width, height] = /^([1-9]\d{0,4})x([1-9]\d{0,4})$/.exec(pixels ?? '') ?? []
  return { src, width: width ? Number(width) : null, height: height ? Number(height) : null }
}
