// Writes pictures into texts, with the syntax that `pictures.ts` reads.
import { altMaxLength, plainDescription } from './pictures.ts'

/** Maximum characters of a caption, which readers see below a picture. */
export const captionMaxLength = 300

/** The title of a picture in Markdown is within straight quotes; brackets there would be a blank. */
export const plainCaption = (caption: string): string =>
  plainDescription(caption.replace(/"/g, '”').replaceAll('[', '(').replaceAll(']', ')'))

/** The Markdown of a picture or video of ours. `address` has its size. */
export const formatPicture = (picture: { alt: string; address: string; caption?: string | null }): string => {
  const caption = plainCaption(picture.caption ?? '')
  return `![${plainDescription(picture.alt)}](${picture.address}${caption ? ` "${caption}"` : ''})`
}

/** The Markdown of a picture of ours. */
export function writePicture(picture: { alt: string; path: string; width: number; height: number }): string {
  const alt = Array.from(plainDescription(picture.alt)).slice(0, altMaxLength).join('')
  const address = `/storage/v1/object/public/image/${picture.path}#${picture.width}x${picture.height}`
  return formatPicture({ alt, address })
}
