// Pictures of texts: how one is written and read, and the shapes of those that are made. They are files of our own storage, named
// without a host, so that no text can make a reader ask anybody else. `#800x600` behind the address are its pixels: the page keeps
// room for it.
import { picturePath, videoPath } from './uploads.ts'

export const pictureShapes = ['square', 'wide', 'tall'] as const
export type PictureShape = (typeof pictureShapes)[number]

/** Characters of what a picture shows, for those who cannot see it. */
export const altMaxLength = 300

/** Brackets and line breaks would end a description in Markdown, and Postgres keeps no U+0000. */
export const plainDescription = (alt: string): string =>
  alt
    .replace(/[[\]\\]/g, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()

export type PictureAddress = { src: string; width: number | null; height: number | null }

/** null for everything that is not a picture of ours. */
export function readPictureAddress(address: string): PictureAddress | null {
  return readAddress(picturePath, address)
}

/** The same for videos of ours, which a text writes as it writes pictures. */
export const readVideoAddress = (address: string): PictureAddress | null => readAddress(videoPath, address)

function readAddress(path: RegExp, address: string): PictureAddress | null {
  const [src = '', pixels] = address.split('#', 2)
  if (!path.test(src)) return null
  const [, width, height] = /^([1-9]\d{0,4})x([1-9]\d{0,4})$/.exec(pixels ?? '') ?? []
  return { src, width: width ? Number(width) : null, height: height ? Number(height) : null }
}

const pattern = /!\[([^\][\\]*)\]\(([^\s()]+)\)/g

/** A picture of ours as a text has it. */
export function writePicture(picture: { alt: string; path: string; width: number; height: number }): string {
  const alt = Array.from(plainDescription(picture.alt)).slice(0, altMaxLength).join('')
  return `![${alt}](/storage/v1/object/public/image/${picture.path}#${picture.width}x${picture.height})`
}

/** The first picture of our storage in a piece of Markdown, made or uploaded, or null. `src` is its address, with its pixels where they are known. */
export function readPicture(markdown: string | null): { alt: string; src: string } | null {
  for (const [, alt = '', src = ''] of (markdown ?? '').matchAll(pattern))
    if (readPictureAddress(src)) return { alt, src }
  return null
}

/** A text with the picture that stands above it, unless that stands in the text too. */
export function withPictureAbove(thumbnail: string | null, content: string): string {
  const picture = readPicture(thumbnail)
  return picture && !content.includes(picture.src) ? `${thumbnail}\n\n${content}` : content
}
