// Pictures that are made: their shapes, and how one is written in a text. Those of texts in general: app/ui/editor/picture-address.ts.

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

const pattern =
  /!\[([^\][\\]*)\]\((\/storage\/v1\/object\/public\/image\/[0-9a-f]{32}\/I[0-9]{13}\.jpg#[0-9x]+)\)/

/** A picture of ours as a text has it. */
export function writePicture(picture: { alt: string; path: string; width: number; height: number }): string {
  const alt = Array.from(plainDescription(picture.alt)).slice(0, altMaxLength).join('')
  return `![${alt}](/storage/v1/object/public/image/${picture.path}#${picture.width}x${picture.height})`
}

/** The first picture that was made in a piece of Markdown, or null. `src` is its address with its pixels. */
export function readPicture(markdown: string | null): { alt: string; src: string } | null {
  const [, alt = '', src] = pattern.exec(markdown ?? '') ?? []
  return src ? { alt, src } : null
}

/** A text with the picture that stands above it, unless that stands in the text too. */
export function withPictureAbove(thumbnail: string | null, content: string): string {
  const picture = readPicture(thumbnail)
  return picture && !content.includes(picture.src) ? `${thumbnail}\n\n${content}` : content
}
