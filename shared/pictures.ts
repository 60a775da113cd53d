// Pictures of texts: their syntax and the shapes of generated ones. They are files of our own storage, written without
// a host, so that no text can make a reader's browser call another server. `#800x600` after the path is the size in
// pixels: the page reserves space for it.
import { picturePath, videoPath } from './uploads.ts'

export const pictureShapes = ['square', 'wide', 'tall'] as const
export type PictureShape = (typeof pictureShapes)[number]

/** Maximum characters of alternative text. */
export const altMaxLength = 300

/** Brackets and line breaks would end a description in Markdown, and Postgres stores no U+0000. */
export const plainDescription = (alt: string): string =>
  alt
    .replace(/[[\]\\]/g, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()

export type PictureAddress = { src: string; width: number | null; height: number | null }

/** Null for everything that is not a picture of ours. */
export function readPictureAddress(address: string): PictureAddress | null {
  return readAddress(picturePath, address)
}

/** The same for our videos, whose syntax in a text is that of pictures. */
export const readVideoAddress = (address: string): PictureAddress | null => readAddress(videoPath, address)

function readAddress(path: RegExp, address: string): PictureAddress | null {
  const [src = '', pixels] = address.split('#', 2)
  if (!path.test(src)) return null
  const [, width, height] = /^([1-9]\d{0,4})x([1-9]\d{0,4})$/.exec(pixels ?? '') ?? []
  return { src, width: width ? Number(width) : null, height: height ? Number(height) : null }
}

const pattern = /!\[([^\][\\]*)\]\(([^\s()]+)(?: "[^"\n]*")?\)/g

/**
 * The first picture of our storage in a Markdown text, generated or uploaded, or null. `src` is its path, with its size
 * where it is known.
 */
export function readPicture(markdown: string | null): { alt: string; src: string } | null {
  for (const [, alt = '', src = ''] of (markdown ?? '').matchAll(pattern))
    if (readPictureAddress(src)) return { alt, src }
  return null
}

/** A text with the picture above it, unless the text contains it already. */
export function withPictureAbove(thumbnail: string | null, content: string): string {
  const picture = readPicture(thumbnail)
  return picture && !content.includes(picture.src) ? `${thumbnail}\n\n${content}` : content
}
